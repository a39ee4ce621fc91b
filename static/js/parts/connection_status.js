// Status dot in the header, always with words: other phones, whether writes arrive, and pending lines.

let status = { live: true, reached: true, waiting: 0, sending: false };

export function setStatus(changes) {
  status = { ...status, ...changes };
  drawStatus();
}

// Whether the server can be reached; pending lines do not say that.
export const isLive = () => status.live;

function drawStatus() {
  const dot = document.querySelector("#signal");
  if (!dot) return;
  const { live, reached, waiting, sending } = status;
  const phones = Number(document.querySelector("#table")?.dataset.phones);
  const state = sending ? "sending" : live && !waiting ? "live" : "lost";
  const stateText = state === "live" && phones > 1 ? dot.dataset.phones.replace("{}", phones) : dot.dataset[state];
  const waitingText = waiting === 1 ? dot.dataset.waits : dot.dataset.wait?.replace("{}", waiting);
  // lines behind a refused one wait even with a good connection
  const words = [waiting && live && reached && !sending ? "" : stateText, waiting && state === "lost" ? waitingText : ""];
  const text = words.filter(Boolean).join(", ");
  dot.className = state;
  if (dot.textContent !== text) dot.textContent = text;
}

document.addEventListener("htmx:after:swap", drawStatus);
drawStatus();
