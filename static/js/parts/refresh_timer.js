// Reloads contents that expire, such as a join code: `data-again` gives the seconds. Without a response it retries.

const MARGIN = 500;
const NO_ANSWER = 5000;

let refreshTimer = 0;

export function refreshOnExpiry(refresh) {
  clearTimeout(refreshTimer);
  const { again } = document.querySelector("[data-again]")?.dataset ?? {};
  if (again) schedule(refresh, 1000 * again + MARGIN);
}

function schedule(refresh, pause) {
  refreshTimer = setTimeout(() => {
    schedule(refresh, NO_ANSWER);
    refresh();
  }, pause);
}
