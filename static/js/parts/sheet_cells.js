// Draws the changed cells of a response before htmx morphs the rest, which is a task of its own: for an old phone both
// together are a task of 50 milliseconds.
import { lines } from "./pending_state.js";

const cellsIn = (page) => [...page?.querySelectorAll("#table .sheet :is(td, th)") ?? []];

document.addEventListener("htmx:before:swap", ({ defaultPrevented, detail: { ctx, tasks } }) => {
  // a live update is morphed at once; over pending lines the sheet is drawn as a whole
  if (defaultPrevented || ctx.live || lines().length) return;
  const [shown, cells] = [document, tasks[0]?.fragment].map(cellsIn);
  if (shown.length !== cells.length) return;
  // as htmx marks the links of the page, so that unchanged cells are equal
  for (const cell of cells) cell.querySelector("a")?.setAttribute("data-htmx-powered", "true");
  for (const [place, cell] of shown.entries()) {
    // entered dice are stored by the number of the turn, in the first cell (`dice_pad.js`); a morph keeps the focus
    if (place && !cell.isEqualNode(cells[place]) && !cell.contains(document.activeElement)) cell.replaceWith(cells[place].cloneNode(true));
  }
});
