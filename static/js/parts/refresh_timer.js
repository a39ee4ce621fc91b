// What is true for a while only (a code that may be typed) is looked at again when that is over: `data-again` says in how
// many seconds. Where there is no answer then, it is asked for until there is one.

const MARGIN = 500;
const NO_ANSWER = 5000;

let bell = 0;

export function lookInTime(look) {
  clearTimeout(bell);
  const { again } = document.querySelector("[data-again]")?.dataset ?? {};
  if (again) ring(look, 1000 * again + MARGIN);
}

function ring(look, pause) {
  bell = setTimeout(() => {
    ring(look, NO_ANSWER);
    look();
  }, pause);
}
