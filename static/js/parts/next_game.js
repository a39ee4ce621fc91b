// A big screen goes on to the next game by itself, some time after the last game, so that its result can be read.
const READ = 20000;
const TRY_AGAIN = 5000;

let departure = 0;
const nextGame = () => document.querySelector("#next");

export function goOnInTime(look) {
  if (nextGame()) {
    departure ||= goIn(look, READ);
    return;
  }
  clearTimeout(departure);
  departure = 0;
}

// Leave the page only if the server answers: nobody would return from a browser's error page.
function goIn(look, pause) {
  return setTimeout(async () => {
    if (!(await look())) departure = goIn(look, TRY_AGAIN);
    else if (nextGame()) nextGame().submit();
    else departure = 0;
  }, pause);
}
