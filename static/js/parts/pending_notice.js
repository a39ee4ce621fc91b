// Pending lines, and what blocks a line, in the first row of the entry panel.
import { drawing, lines, waiting } from "./pending_state.js";
import { page } from "./page_bridge.js";
import { word } from "./sheet_dom.js";
import { nameOf, reason } from "./refusal_text.js";

let said = null;

const state = () => `${page.stateOf(page.here)} ${document.querySelector(".sheet th.turn b")?.textContent}`;

export const isSaid = () => state() === said;

// Above other panels show only what is blocked.
export function say() {
  const kept = lines();
  const stuck = kept.find(({ why }) => why);
  const panel = document.querySelector(".panel");
  const row = panel?.querySelector(".say");
  const { over, beyond } = drawing;
  said = state();
  if (!panel || (!stuck && (beyond || !over || !kept.length || !row || givenWay()))) return;
  const note = document.createElement("div");
  note.className = `say note${stuck ? " bad" : ""}`;
  Object.assign(note, { id: "note", tabIndex: -1 });
  note.setAttribute("role", "status");
  const text = document.createElement("p");
  const count = waiting().length;
  text.textContent = stuck ? `${nameOf(stuck)}: ${reason(stuck.why)}` : word(count === 1 ? "one" : "many", count);
  if (!stuck) text.prepend(Object.assign(document.createElement("b"), { textContent: word("lost") }), " ");
  note.append(text, ...answers(stuck ?? kept.at(-1), stuck));
  document.querySelector("#note")?.remove();
  const who = Object.assign(document.createElement("h2"), { id: "who", className: "vh", tabIndex: -1 });
  const turn = document.querySelector(".sheet th.turn b");
  who.textContent = turn ? word("writes", turn.textContent) : "";
  if (!beyond) document.querySelector("#who")?.remove();
  const rows = turn && !beyond ? [who, note] : [note];
  row?.isConnected && !beyond ? row.replaceWith(...rows) : panel.prepend(...rows);
  document.querySelector("#live")?.replaceChildren(`${text.textContent} ${who.textContent}`);
}

// The row made by `sayWho`, while dice are entered.
const givenWay = () => document.querySelector(".say:not(.note) > [data-do]") && page.pad()?.elements.dice.value;

// Above the pad drawn by the phone: its row may be another player's. On narrow phones the notice gives way to the
// number of throws, which has no other place.
export function sayOver(dice) {
  if (document.querySelector(".say [data-pad]")) return;
  nameWriter();
  if (!document.querySelector("#note, .say > [data-do]")) say();
  if (dice) sayWho();
  else say();
}

function nameWriter() {
  const turn = document.querySelector(".sheet th.turn a");
  const name = turn.querySelector("b").textContent;
  const who = document.querySelector("#who");
  if (!who) return;
  who.querySelector(".c")?.replaceWith(turn.querySelector(".c").cloneNode(true));
  (who.querySelector(".full") ?? who).textContent = word("writes", name);
  who.querySelector(".brief")?.replaceChildren(name);
  // the server explains the score of dice
  who.querySelector(".why")?.remove();
}

// Whose line it is, and the way back, where a notice was before.
function sayWho() {
  const note = document.querySelector("#note");
  // pending lines may be sent already, while no sheet contains them yet
  if (!note || !drawing.over || !lines().length || lines().some(({ why }) => why)) return;
  const row = document.createElement("div");
  row.className = "say";
  row.innerHTML = '<h2 id="who" tabindex="-1"><i class="c"></i><span><span class="full"></span><b class="brief" aria-hidden="true"></b></span></h2><button type="button" class="quiet undo" data-do="back"><i class="i-undo"></i><span></span></button>';
  row.querySelector("button").dataset.line = lines().at(-1).key;
  row.querySelector("button span").textContent = word("back");
  document.querySelector("#who")?.remove();
  note.replaceWith(row);
  nameWriter();
}

// The question about discarding a line stays until answered, over every sheet.
function answers(line, stuck) {
  return (stuck ? ["retry", line.unwanted ? "yes" : "discard"] : ["back"]).map((name) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: word(name) });
    Object.assign(button.dataset, { do: name, line: line.key });
    return button;
  });
}
