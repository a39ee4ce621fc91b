// A big screen goes on to the next game by itself, some time after the last game, so that its result can be read.
const READING_TIME = 20000;
const TRY_AGAIN = 5000;

let departure = 0;
const nextGame = () => document.querySelector("#next");

export function followNextGame(refresh) {
  if (nextGame()) {
    departure ||= scheduleFollow(refresh, READING_TIME);
    return;
  }
  clearTimeout(departure);
  departure = 0;
}

// Leave the page only if the server answers: nobody would return from a browser's error page.
function scheduleFollow(refresh, pause) {
  return setTimeout(async () => {
    if (!(await refresh())) departure = scheduleFollow(refresh, TRY_AGAIN);
    else if (nextGame()) nextGame().submit();
    else departure = 0;
  }, pause);
}
