// Pending lines, and what blocks a line, in the first row of the entry panel.
import { drawing, lines, page, pending } from "./pending_state.js";
import { columnHead, textFor } from "./sheet_dom.js";
import { lineText, refusalText } from "./refusal_text.js";

let shownState = null;

const state = () => `${page.linesState(page.here)} ${document.querySelector(".sheet th.turn b")?.textContent}`;

export const isShown = () => state() === shownState;

// Above other panels show only what is blocked.
export function showNotice() {
  const all = lines();
  const blocked = all.find(({ why }) => why);
  const panel = document.querySelector(".panel");
  const row = panel?.querySelector(".say");
  const { isDrawn, otherPanel } = drawing;
  shownState = state();
  if (!panel || (!blocked && (otherPanel || !isDrawn || !all.length || !row || isReplaced()))) return;
  const note = document.createElement("div");
  note.className = `say note${blocked ? " bad" : ""}`;
  Object.assign(note, { id: "note", tabIndex: -1 });
  note.setAttribute("role", "status");
  const text = document.createElement("p");
  const count = pending().length;
  text.textContent = blocked ? `${lineText(blocked)}: ${refusalText(blocked.why)}` : textFor(count === 1 ? "one" : "many", count);
  if (!blocked && panel.matches(".cards")) {
    text.textContent = closedText() ?? text.textContent;
    return showBelowQuestion(row, text);
  }
  if (!blocked) text.prepend(Object.assign(document.createElement("b"), { textContent: textFor("lost") }), " ");
  note.append(text, ...buttons(blocked ?? all.at(-1), blocked));
  document.querySelector("#note")?.remove();
  // a blocked round of cards keeps its title
  const title = questionText();
  const who = Object.assign(document.createElement("h2"), { id: "who", className: "vh", tabIndex: -1 });
  const turn = document.querySelector(".sheet th.turn b");
  who.textContent = turn ? textFor("writes", turn.textContent) : title;
  if (!otherPanel) document.querySelector("#who")?.remove();
  const rows = who.textContent && !otherPanel ? [who, note] : [note];
  row?.isConnected && !otherPanel ? row.replaceWith(...rows) : panel.prepend(...rows);
  document.querySelector("#live")?.replaceChildren(`${text.textContent} ${who.textContent}`);
}

// What the key says that takes a waiting line back; a waiting undo is discarded. Points are named as by the server; the
// name of a crossed-out box may differ within a sentence.
function backText({ undo, url, shown: { player, points } }) {
  if (undo || isUndo({ url })) return undo ?? textFor("discard");
  const name = Number(points) && columnHead(player)?.querySelector("b").textContent;
  return name ? textFor("takes", name).replace("{what}", points) : textFor("back");
}

const isUndo = ({ url }) => url.endsWith("/take-back/");

// A waiting undo closes the pad.
const closedText = () => {
  const undo = pending().find(isUndo);
  return undo && `${undo.shown.text}. ${document.querySelector("template#not-entered").dataset.signal}`;
};

// A waiting line of cards was taken back before it was sent.
export function showTakenBack({ shown: { text }, url }) {
  const say = !isUndo({ url }) && document.querySelector(".panel.cards .say:not(.note)");
  const note = Object.assign(document.createElement("p"), { id: "taken", className: "why", textContent: `${textFor("taken")} ${text}` });
  note.setAttribute("role", "status");
  if (say) say.append(note);
}

// A card panel keeps its question, also where a notice was.
function showBelowQuestion(row, note) {
  const who = document.querySelector("#who");
  row.classList.remove("note", "bad", "good");
  row.querySelectorAll("#note, .quiet, p").forEach((each) => each.remove());
  row.removeAttribute("id");
  row.prepend(who);
  who.classList.remove("vh");
  Object.assign(note, { id: "note", className: "why", tabIndex: -1 });
  note.setAttribute("role", "status");
  row.append(...buttons(lines().at(-1)), note);
  document.querySelector("#live")?.replaceChildren(`${note.textContent} ${questionText()}`);
}

// Without the letter of the avatar.
function questionText() {
  const who = document.querySelector("#who");
  return (who?.querySelector("span") ?? who)?.textContent.trim();
}

// The row made by `showWriter`, while dice are entered.
const isReplaced = () => document.querySelector(".say:not(.note) > [data-do]") && page.pad()?.elements.dice.value;

// Above the pad drawn by the phone: its row may be another player's. On narrow phones the notice gives way to the
// number of throws, which has no other place.
export function showAbovePad(dice) {
  if (document.querySelector(".say [data-pad]")) return;
  showWriterName();
  if (!document.querySelector("#note, .say > [data-do]")) showNotice();
  if (dice) showWriter();
  else showNotice();
}

function showWriterName() {
  const turn = document.querySelector(".sheet th.turn a");
  const name = turn.querySelector("b").textContent;
  const who = document.querySelector("#who");
  if (!who) return;
  who.querySelector(".c")?.replaceWith(turn.querySelector(".c").cloneNode(true));
  (who.querySelector(".full") ?? who).textContent = textFor("writes", name);
  who.querySelector(".brief")?.replaceChildren(name);
  // the server explains the score of dice
  who.querySelector(".why")?.remove();
}

// Whose line it is, and the way back, where a notice was before.
function showWriter() {
  const note = document.querySelector("#note");
  // pending lines may be sent already, while no sheet contains them yet
  if (!note || !drawing.isDrawn || !lines().length || lines().some(({ why }) => why)) return;
  const row = document.createElement("div");
  row.className = "say";
  row.innerHTML = '<h2 id="who" tabindex="-1"><i class="c"></i><span><span class="full"></span><b class="brief" aria-hidden="true"></b></span></h2><button type="button" class="quiet undo" data-do="back"><i class="i-undo"></i><span></span></button>';
  row.querySelector("button").dataset.line = lines().at(-1).key;
  row.querySelector("button span").textContent = backText(lines().at(-1));
  document.querySelector("#who")?.remove();
  note.replaceWith(row);
  showWriterName();
}

// The question about discarding a line stays until answered, over every sheet.
function buttons(line, blocked) {
  return (blocked ? ["retry", line.discardAsked ? "yes" : "discard"] : ["back"]).map((name) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: name === "back" ? backText(line) : textFor(name) });
    Object.assign(button.dataset, { do: name, line: line.key });
    return button;
  });
}
