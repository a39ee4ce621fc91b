// Status dot in the header, always with words: other phones, whether writes arrive, and pending lines.

let standing = { live: true, reached: true, waiting: 0, sending: false };

export function tell(news) {
  standing = { ...standing, ...news };
  drawSignal();
}

// Whether the server can be reached; pending lines do not say that.
export const hears = () => standing.live;

function drawSignal() {
  const dot = document.querySelector("#signal");
  if (!dot) return;
  const { live, reached, waiting, sending } = standing;
  const phones = Number(document.querySelector("#table")?.dataset.phones);
  const state = sending ? "sending" : live && !waiting ? "live" : "lost";
  const told = state === "live" && phones > 1 ? dot.dataset.phones.replace("{}", phones) : dot.dataset[state];
  const waits = waiting === 1 ? dot.dataset.waits : dot.dataset.wait?.replace("{}", waiting);
  // lines behind a refused one wait even with a good connection
  const words = [waiting && live && reached && !sending ? "" : told, waiting && state === "lost" ? waits : ""];
  const text = words.filter(Boolean).join(", ");
  dot.className = state;
  if (dot.textContent !== text) dot.textContent = text;
}

document.addEventListener("htmx:after:swap", drawSignal);
drawSignal();
