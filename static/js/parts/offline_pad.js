// The dice pad without a network. The server said whose line is next, and gave a table of what each roll scores under
// these house rules, or why it scores nothing. Other lines are written by their dice and scored on arrival.
import { page } from "./pending_state.js";
import { boxRows, columnHead, fillIn, isOtherPanel, rowLabel } from "./sheet_dom.js";
import { countSpares, drawThrows } from "./spare_throws.js";

// fields sent with every line
const SENT_ALWAYS = ["csrfmiddlewaretoken", "seen", "key"];
const PATIENCE = 10000;
let scores = null;
let scoresUrl = "";
let loading = null;
// the contents of the dice pad, for when the entry panel shows something else
let padHtml = "";

const tableData = () => document.querySelector("#table").dataset;
const padText = (name, ...parts) => fillIn(scores.words[name], ...parts);
const panelForm = () => document.querySelector("form#pad");

// Load the table of scores after the page, for times without a network. `onLoaded` is called then.
export async function loadScores(onLoaded) {
  const address = document.querySelector("#table")?.dataset.points;
  if (!address || address === scoresUrl) return;
  await (loading ??= fetchScores(address, onLoaded).finally(() => { loading = null; }));
}

async function fetchScores(address, onLoaded) {
  const { status, text } = await page.request(address, PATIENCE);
  if (status !== 200) return;
  scores = JSON.parse(text);
  scoresUrl = address;
  await onLoaded();
}

// Count the spare throws of a pending line.
export const countSparesOf = (line) => countSpares(line, scores);

export function storePad() {
  if (isTurnPad()) padHtml = page.pad().innerHTML;
}

// The pad of the player whose turn it is.
const isTurnPad = () => page.pad() && !page.pad().elements.line && !page.pad().elements.as;

// --- the next player ---

// A line of this player is pending: open the column of the next player, if there is one to write.
export function openNextColumn(player) {
  const turns = tableData().turns?.split(" ") ?? [];
  closeColumn();
  if (!turns.includes(player) || !isReady()) return;
  turns.splice(turns.indexOf(player), 1);
  Object.assign(tableData(), { turns: turns.join(" "), turn: turns[0] ?? "" });
  if (turns.length) openPad(turns[0]);
}

// A correction is pending, or something else was open: the next player stays the same, and a dice pad opens again.
export function reopenColumn() {
  const { turn } = tableData();
  closeColumn();
  if (turn && isReady()) openPad(turn);
}

const isReady = () => scores && padHtml && panelForm();

export function closeColumn() {
  for (const button of document.querySelectorAll(".sheet td > button")) button.remove();
}

function openPad(player) {
  openColumn(player);
  for (const field of document.querySelectorAll("form#write input")) if (!SENT_ALWAYS.includes(field.name)) field.remove();
  setWriteFields({ player, key: crypto.randomUUID() });
  showPad("", scores.throws);
}

function openColumn(player) {
  const heads = [...document.querySelectorAll(".sheet thead th")];
  const place = heads.indexOf(columnHead(player));
  heads.forEach((each, at) => each.classList.toggle("turn", at === place));
  const sheet = document.querySelector("#pad-sheet");
  sheet.className = `${sheet.className.replace(/ turn-\d+/, "")} turn-${place + 1}`;
  boxRows().forEach((row, at) => {
    const cell = row.cells[place + 1];
    const open = !cell.childElementCount;
    const printed = row.cells[0].firstElementChild;
    const label = document.createElement(open ? "label" : "span");
    if (open) label.htmlFor = scores.boxes[at];
    label.append(...printed.childNodes);
    printed.replaceWith(label);
    if (open) cell.append(document.createElement("button"));
  });
  document.querySelector(".sheet thead td b").textContent = boxRows().filter((row) => row.cells[place + 1].querySelector("a")).length + 1;
  drawOffers(null);
}

// Hidden fields of the next write; an empty value removes one.
function setWriteFields(fields) {
  const form = document.querySelector("form#write");
  for (const [name, value] of Object.entries(fields)) {
    const field = form.querySelector(`input[name="${name}"]`) ?? form.appendChild(document.createElement("input"));
    Object.assign(field, { type: "hidden", name, value });
    if (value === "") field.remove();
  }
}

// --- questions to the pad ---

export const canAnswer = (query) => !isOtherPanel(query) && isReady() && tableData().turn;

// Answer a question in place of the server.
export function answerQuery(query) {
  const dice = query.get("dice") ?? "";
  const throws = Number(query.get("throws")) || scores.throws;
  const at = scores.boxes.indexOf(query.get("box"));
  document.querySelector("#pad-sheet").classList.remove("asking");
  const points = dice.length === scores.dice ? rowScores(dice, throws) : null;
  setWriteFields({ box: "", dice: points ? dice : "", throws: points ? throws : "" });
  drawOffers(points);
  if (at >= 0 && (!points || points[at] < 0)) showBox(at, dice, throws, points);
  else showPad(dice, throws, true);
}

// The points by box; below zero the number of the reason for nothing, null where the server decides.
function rowScores(dice, throws) {
  const roll = [...dice].sort().join("");
  return (throws === 1 && scores.first[roll]) || scores.later[roll];
}

// Whether a roll with these dice may score a value in a box; true for what depends on more than the dice.
function mayScore(value, at, dice) {
  const [points, rolls] = value.split("x");
  const scoreOf = (roll) => rowScores(roll, Number(rolls) || scores.throws)[at];
  return Object.keys(scores.later).some((roll) => holds(roll, dice) && [Number(points), null].includes(scoreOf(roll)));
}

function holds(roll, dice) {
  let rest = roll;
  for (const face of dice) rest = rest.replace(face, "");
  return rest.length === roll.length - dice.length;
}

function drawOffers(points) {
  boxRows().forEach((row, at) => {
    const button = row.querySelector("td > button");
    if (!button) return;
    const found = points && points[at];
    const name = rowLabel(row);
    Object.assign(button, { id: scores.boxes[at], name: "box", value: scores.boxes[at], className: found < 0 ? "nil" : "" });
    button.setAttribute("form", points && !(found < 0) ? "write" : "pad");
    const said = !points ? padText("open", name) : found === null ? padText("unsure", name) : found > 0 ? `${name} ${found}` : padText("nothing", name);
    button.textContent = !points ? "" : found < 0 ? said : found ?? "?";
    button.setAttribute("aria-label", said);
  });
}

// `same`: the dice are those from before, and a box tapped for them still counts.
function showPad(dice, throws, same) {
  delete tableData().rule;
  const form = panelForm();
  delete tableData().depth;
  if (!isTurnPad()) {
    form.className = "panel";
    form.innerHTML = padHtml;
  }
  form.dataset.throws = throws;
  drawThrows(form, tableData().turn, scores);
  for (const radio of form.querySelectorAll(".throws input")) radio.checked = Number(radio.value) === throws;
  page.setDice(dice, same);
}

// The possible values of a box, or the reason for nothing, and the way back to the pad with its dice.
function showBox(at, dice, throws, points) {
  const box = scores.boxes[at];
  const name = rowLabel(boxRows()[at]);
  tableData().depth = 1;
  setWriteFields({ box });
  tableData().rule = `box-${box}`;
  const chosen = document.getElementById(box);
  Object.assign(chosen, { className: "on", textContent: "" });
  chosen.removeAttribute("name");
  const keys = points ? [] : scores.values[box].filter((value) => mayScore(value, at, dice)).map((value) => valueKey(value, scores.saved_values?.[box]?.[value]));
  const [kind, slash, tray] = keys.length > 6 ? ["key tool", padText("slash"), padText("dice")] : ["key", padText("strike", scores.names[at]), padText("enter")];
  const strike = `<button class="${kind}" form="write" name="strike" value="1"><i class="i-slash"></i>${slash}</button>`;
  const back = new URLSearchParams({ dice, throws });
  const enter = `<button type="button" class="${kind}${keys.length ? "" : " go"}" data-pad="${back}"><i class="i-dice"></i>${tray}</button>`;
  const missing = scores.dice - dice.length;
  const none = keys.length ? "" : `<p><b>${dice ? scores.words.none[missing - 1] : padText("depends")}</b></p>`;
  const many = `<div class="values many"><div class="tools">${strike}${enter}</div><div class="strip">${[...keys].reverse().join("")}</div></div>`;
  const few = `<div class="mid"><div class="values">${keys.join("")}${none}</div></div><div class="keys">${strike}${enter}</div>`;
  const entered = [...dice].map((face) => `<i class="slot" data-face="${face}"></i>`).join("");
  const other = `<button type="button" class="key go" data-pad="${back}">${padText("other")}</button>`;
  const why = points && `<div class="mid"><div class="tray entered" role="img" aria-label="${[...dice].join(" ")}">${entered}</div><p><b>${scores.reasons[-1 - points[at]]}</b> <span>${padText("sure")}</span></p></div><div class="keys">${other}${strike.replace(/<i.*i>/, "")}</div>`;
  const part = dice && !points ? ` <small class="why">${fillIn(scores.words.missing[missing - 1], [...dice].join(" "))}</small>` : "";
  const leave = points ? "" : `<button type="button" class="quiet" data-pad="${back}">${padText("leave")}</button>`;
  const say = `<div class="say"><h2 id="who" tabindex="-1"><span>${name}${part}</span></h2>${leave}</div>`;
  panelForm().innerHTML = say + (why || (keys.length > 6 ? many : few));
}

function valueKey(value, saved) {
  const [points, rolls] = value.split("x");
  const under = rolls ? `<small>${scores.words.rolls[rolls - 1]}${saved ? ` +${saved}` : ""}</small>` : "";
  return `<button class="key" form="write" name="value" value="${value}">${points}${under}</button>`;
}
