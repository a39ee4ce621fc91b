// The rounds of this phone that the visible sheet lacks, and the round after them.
import { game, stored, tables } from "./round_tables.js";

// the lines in the outbox, and all that the sheet lacks
let pending = () => [];
let missing = [];

const isOver = ({ dropped, inPad, inSheet, why }) => dropped || inPad || inSheet || why;
const moveOf = ({ fields }) => JSON.parse(Object.fromEntries(fields).move ?? "null");

export function setPending(lines) {
  pending = lines;
}

// The waiting rounds of this phone: also a sent one, until the sheet has it.
export function waiting() {
  const lines = pending();
  missing = [...missing.filter((line) => !lines.includes(line) && !isOver(line)), ...lines];
  return missing;
}

// The sheet of the server has what was sent before; the page draws its last one again.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (!ctx.again || !pending().length) missing = [];
});

// The round after the waiting ones, and these with the totals before them; null where only the server can continue.
export function afterWaiting() {
  let round = stored();
  const rows = [];
  for (const line of waiting()) {
    const move = moveOf(line);
    if (!move || move.end || !line.url.endsWith("/write/")) return null;
    // after its round the next player deals
    line.inSheet = game().isInSheet(round, line, move);
    if (line.inSheet) continue;
    rows.push({ ...round, entry: move });
    line.undo = game().undo?.(tables, rows.at(-1));
    const next = game().next(tables, round, move);
    if (!next) return { rows, round: null };
    round = { ...round, ...next };
  }
  return { rows, round };
}
