// A television goes on to the next game by itself, for nobody points at one. Only after a while: the sheet of the last game is
// read first.
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

// The page is left only where the server answers: in the place of a browser's error nobody would come back.
function goIn(look, pause) {
  return setTimeout(async () => {
    if (!(await look())) departure = goIn(look, TRY_AGAIN);
    else if (nextGame()) nextGame().submit();
    else departure = 0;
  }, pause);
}
