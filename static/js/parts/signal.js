// The dot in the bar, always with words: whether the other phones are heard, and what still waits on this one.

let standing = { live: true, waiting: 0, sending: false };

export function tell(news) {
  standing = { ...standing, ...news };
  drawSignal();
}

function drawSignal() {
  const dot = document.querySelector("#signal");
  if (!dot) return;
  const { live, waiting, sending } = standing;
  const phones = Number(document.querySelector("#table")?.dataset.phones);
  const state = sending ? "sending" : live && !waiting ? "live" : "lost";
  const told = state === "live" && phones > 1 ? dot.dataset.phones.replace("{}", phones) : dot.dataset[state];
  const waits = waiting === 1 ? dot.dataset.waits : dot.dataset.wait?.replace("{}", waiting);
  const words = [told, waiting && state === "lost" ? waits : ""];
  const text = words.filter(Boolean).join(", ");
  dot.className = state;
  if (dot.textContent !== text) dot.textContent = text;
}

document.addEventListener("htmx:after:swap", drawSignal);
