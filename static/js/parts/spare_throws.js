// Spare throws ("Gut") without a network: pending lines bank and spend them, and the pad offers those that are left.
import { columnHead, fillIn } from "./sheet_dom.js";

// The cell of a player's spare throws, if the game has any.
const sparesCell = (player) => document.querySelector(".sheet tr.gut")?.cells[columnHead(player).cellIndex];

const sparesLeft = (player) => sparesCell(player)?.querySelectorAll("i:not(.spent)").length ?? 0;

// Return the spare throws that a line banks and spends, by the table of points.
function changeOf({ dice, throws, value, box }, scores) {
  const sorted = [...(dice ?? "")].sort().join("");
  const saved = sorted ? scores.saved[`${sorted}x${throws}`]?.[scores.boxes.indexOf(box)] : scores.saved_values[box]?.[value];
  return { saved: saved ?? 0, spent: Math.max(0, (Number(throws) || 0) - scores.throws) };
}

// Draw the spare throws of a pending line in the sheet, as the server does.
export function countSpares(line, scores) {
  const { player } = line.shown;
  const cell = sparesCell(player);
  if (!cell || !scores?.saved) return;
  const { saved, spent } = changeOf(Object.fromEntries(line.fields), scores);
  if (!saved && !spent) return;
  const marks = [...cell.querySelectorAll("i")];
  const used = marks.filter((mark) => mark.matches(".spent")).length + spent;
  const rest = marks.length + saved - used;
  const spoken = Object.assign(document.createElement("span"), { className: "vh", textContent: fillIn(scores.words.spares, rest, used) });
  const mark = (className) => Object.assign(document.createElement("i"), { className });
  cell.replaceChildren(...Array.from({ length: rest }, () => mark("")), ...Array.from({ length: used }, () => mark("spent")), spoken);
  showBesideTotal(columnHead(player).querySelector("em"), rest);
}

function showBesideTotal(total, rest) {
  const before = total.querySelector("small");
  if (!rest) before?.remove();
  else if (before) before.firstChild.data = `+${rest}`;
  else {
    const beside = document.createElement("small");
    const unit = Object.assign(document.createElement("span"), { className: "vh", textContent: " Gut" });
    beside.append(`+${rest}`, unit);
    total.append(" ", beside);
  }
}

// Offer the throws of a player in the pad: those of the rules and the spare ones.
export function drawThrows(form, player, { throws, words }) {
  const most = throws + sparesLeft(player);
  const labels = [...form.querySelectorAll(".throws label")];
  for (const label of labels) if (label.control.value > most) label.remove();
  for (let made = labels.length + 1; made <= most; made += 1) {
    const label = labels.at(-1).cloneNode(true);
    label.querySelector("input").value = made;
    const cost = Object.assign(document.createElement("small"), { className: "cost", textContent: fillIn(words.cost, made - throws) });
    label.querySelector("span").replaceChildren(fillIn(words.throw, made), " ", cost);
    form.querySelector(".throws").append(label);
  }
  form.classList.toggle("guts", most > 3);
}
