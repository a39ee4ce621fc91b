// The cell of a pending line: its points and its state. A line on its way shows them until its response comes.
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

// the line whose response the page awaits, as drawn
let sendingLine = null;

// Draw a stored line in its cell before the server has it: an old phone takes a fifth of a second for the response.
export function drawSending(line) {
  if (!cellOf(line)) return;
  sendingLine = line;
  markCell(line);
  cellOf(line).classList.add("sending");
}

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
