// The page that stands for any other while there is no signal: what waits on this phone, sent as soon as it can be.
import { drain, dropLine, linesOf, retryLine, showLines } from "./parts/outbox.js";

const list = document.querySelector("#lines");
const { shell } = document.querySelector("main").dataset;
const form = document.querySelector("template#line");

function changed() {
  list.replaceChildren(...linesOf().map(drawLine));
  document.querySelector("#none").hidden = list.childElementCount > 0;
}

function drawLine(line) {
  const item = form.content.cloneNode(true);
  item.querySelector("b").textContent = line.shown.text;
  item.querySelector("small").hidden = !line.why;
  if (line.why && !/^\d+$/.test(line.why)) item.querySelector("small").textContent = line.why;
  const [retry, discard] = item.querySelectorAll("button");
  retry.hidden = !line.why;
  retry.addEventListener("click", () => retryLine(line));
  discard.addEventListener("click", () => {
    if (discard.dataset.sure) dropLine(line);
    else Object.assign(discard, { textContent: discard.dataset.yes }).dataset.sure = 1;
  });
  return item;
}

// The page that was asked for comes back with the signal.
async function comeBack() {
  await drain();
  try {
    const answer = await fetch(location.href, { redirect: "manual", signal: AbortSignal.timeout(15000) });
    // what was refused is told there, over the sheet
    if (location.pathname !== shell && answer.status) location.reload();
  } catch {
    // not yet
  }
}

showLines({ decided: () => false, changed }).then(comeBack);
setInterval(comeBack, 5000);
addEventListener("online", comeBack);
