// Draws the cells in which a response differs, in a task of their own, before htmx swaps the rest.
import { lines } from "./pending_state.js";
import { pause } from "./pause.js";

// Return the pairs of a shown cell and the new one, by column; none where the page changes as a whole. Left to htmx: the
// number of the turn, by which entered dice are stored (`dice_pad.js`), and the focused cell, which keeps its focus.
function changedCells(text) {
  const table = new DOMParser().parseFromString(text, "text/html").querySelector("#table:not([data-over])");
  const [shown, cells] = [document, table].map((each) => [...each?.querySelectorAll(".sheet :is(td, th)") ?? []]);
  if (cells.length !== shown.length) return [];
  return cells.map((cell, place) => [shown[place], cell]).filter(([before, cell], place) => place && !before.isEqualNode(cell) && !before.contains(document.activeElement));
}

export async function drawColumns(text, isOvertaken = () => false) {
  if (!window.htmx || lines().length) return;
  for (const [before, cell] of changedCells(text)) before.replaceWith(cell);
  await pause(0);
}
