// The panel behind a waiting line after which only the server continues: what that line brings, in place of its keys.
import { parse, setMove, showPanel, signalNeeded } from "./panel_swap.js";
import { game, tables } from "./round_tables.js";
import { drawQuestion } from "./trick_panel.js";

const HEADING = '<form><div class="say"><h2 id="who" tabindex="-1"><span></span></h2></div></form>';

// `round`: the last one that waits. A game `isOver` asks nothing more.
export function drawEnd(round) {
  const end = game().end?.(tables, round);
  if (!end) return;
  const panel = parse(HEADING).firstElementChild;
  drawQuestion(panel, end.text, end.counter);
  const why = Object.assign(document.createElement("small"), { className: "why", textContent: signalNeeded() });
  if (!end.isOver) panel.querySelector("#who > span").append(" ", why);
  showPanel(panel);
  setMove(null);
}
