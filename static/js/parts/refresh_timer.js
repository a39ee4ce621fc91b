// Reloads contents that expire, such as a join code: `data-reload-after` gives the seconds. Without a response
// it retries.

const MARGIN = 500;
const NO_ANSWER = 5000;

let refreshTimer = 0;

export function refreshOnExpiry(refresh) {
  clearTimeout(refreshTimer);
  const seconds = document.querySelector("[data-reload-after]")?.dataset.reloadAfter;
  if (seconds) schedule(refresh, 1000 * seconds + MARGIN);
}

function schedule(refresh, pause) {
  refreshTimer = setTimeout(() => {
    schedule(refresh, NO_ANSWER);
    refresh();
  }, pause);
}
