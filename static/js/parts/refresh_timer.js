// Reloads contents that expire, such as a join code: `data-again` gives the seconds. Without a response it retries.

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
