// The dot in the bar, always with words: whether the other phones are heard, whether what is written here gets through,
// and what still waits on this phone.

let standing = { live: true, reached: true, waiting: 0, sending: false };

export function tell(news) {
  standing = { ...standing, ...news };
  drawSignal();
}

// Whether the server is heard: what waits, here or at another table, says nothing of that.
export const hears = () => standing.live;

function drawSignal() {
  const dot = document.querySelector("#signal");
  if (!dot) return;
  const { live, reached, waiting, sending } = standing;
  const phones = Number(document.querySelector("#table")?.dataset.phones);
  const state = sending ? "sending" : live && !waiting ? "live" : "lost";
  const told = state === "live" && phones > 1 ? dot.dataset.phones.replace("{}", phones) : dot.dataset[state];
  const waits = waiting === 1 ? dot.dataset.waits : dot.dataset.wait?.replace("{}", waiting);
  // behind a refused line others wait with the best of signals
  const words = [waiting && live && reached && !sending ? "" : told, waiting && state === "lost" ? waits : ""];
  const text = words.filter(Boolean).join(", ");
  dot.className = state;
  if (dot.textContent !== text) dot.textContent = text;
}

document.addEventListener("htmx:after:swap", drawSignal);
drawSignal();
