// The cell of a pending line: its points and its state. A line on its way shows them until its response comes.
import { moveStar, totalText } from "./leader_star.js";
import { countSparesOf } from "./offline_pad.js";
import { page } from "./pending_state.js";
import { markCorrected } from "./request_timeout.js";
import { boxRows, columnHead, textFor } from "./sheet_dom.js";

export function cellOf({ shown: { player, row } }) {
  const column = player && columnHead(player);
  return column && boxRows()[row]?.cells[column.cellIndex];
}

export function markCell(line) {
  const { points } = line.shown;
  const cell = cellOf(line);
  if (!cell) return;
  if (!cell.querySelector("a")) {
    const link = document.createElement("a");
    link.href = "#live";
    link.dataset.line = line.key;
    if (points === "0") link.append(Object.assign(document.createElement("i"), { className: "x" }));
    else link.textContent = points;
    cell.replaceChildren(link);
  }
  cell.querySelector("[data-line]")?.setAttribute("aria-label", textFor(line.why ? "refused" : "waits", line.shown.text));
  cell.classList.toggle("wait", !line.why);
  cell.classList.toggle("no", Boolean(line.why));
  cell.classList.remove("sending");
}

// Count a waiting line, once on each sheet: in the total, in the spare throws, by the marker of the newest line, and by the
// leader's star.
// A bonus that it reaches comes with the response.
export function countLine(line) {
  const link = cellOf(line)?.querySelector("a[data-line]:not([data-counted])");
  if (!link) return;
  link.dataset.counted = "";
  document.querySelector(".sheet td:is(.new, .newest)")?.classList.remove("new", "newest");
  link.parentElement.classList.add("newest");
  const total = totalText(columnHead(line.shown.player));
  if (total) {
    total.data = Number(total.data) + (Number(line.shown.points) || 0);
    // not confirmed yet
    total.parentElement.classList.add("waits");
  }
  countSparesOf(line);
  moveStar([...document.querySelectorAll(".sheet thead th")]);
}

// milliseconds after which a tap in the sheet ends the wait for a response
const TAP_PATIENCE = 1000;

// the line whose response the page awaits, as drawn, and when that was
let sendingLine = null;
let drawnAt = 0;

// Draw a line in its cell before the server has it: an old phone takes a fifth of a second for the response. Return how
// to erase it where it cannot be stored.
export function drawSending(line) {
  const cell = cellOf(line);
  if (!cell) return undefined;
  const [before, style] = [[...cell.childNodes], cell.className];
  sendingLine = line;
  drawnAt = performance.now();
  markCell(line);
  cell.classList.add("sending");
  return () => {
    sendingLine = null;
    cell.replaceChildren(...before);
    cell.className = style;
  };
}

// The next line is tapped for: the sheet can take it only once this one is left to the outbox.
addEventListener("click", (event) => {
  if (!sendingLine || performance.now() - drawnAt < TAP_PATIENCE || !event.target.closest(".sheet td")) return;
  event.preventDefault();
  event.stopPropagation();
  page.stopWaiting();
}, true);

// Mark the cell where the response shows other points, or none.
function markIfCorrected({ points }, cell) {
  const link = cell?.querySelector("a");
  const found = link?.matches(".x") ? "0" : link?.textContent;
  if (cell && points !== "?" && found !== points) markCorrected(cell);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (sendingLine && ctx.request.method === "POST") markIfCorrected(sendingLine.shown, cellOf(sendingLine));
});

document.addEventListener("htmx:finally:request", () => { sendingLine = null; });
