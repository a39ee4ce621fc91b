// The dice pad without a network. The server said whose line is next, and gave a table of what each roll scores under
// these house rules. Other lines are written by their dice and scored on arrival.
import { page } from "./page_bridge.js";
import { beyondPad, boxRows, head, labelOf, word } from "./sheet_dom.js";

// fields sent with every line
const STAYS = ["csrfmiddlewaretoken", "seen", "key"];
const PATIENCE = 10000;
let brings = null;
let bringsFor = "";
let coming = null;
// the contents of the dice pad, for when the entry panel shows something else
let plain = "";

const sheetTurn = () => document.querySelector("#table").dataset;
const panelForm = () => document.querySelector("form#pad");

// Load the table of scores after the page, for times without a network. `came` is called then.
export async function fetchPoints(came) {
  const address = document.querySelector("#table")?.dataset.points;
  if (!address || address === bringsFor) return;
  await (coming ??= bring(address, came).finally(() => { coming = null; }));
}

async function bring(address, came) {
  const { status, text } = await page.request(address, PATIENCE);
  if (status !== 200) return;
  brings = JSON.parse(text);
  bringsFor = address;
  await came();
}

export function rememberPad() {
  if (isPlain()) plain = page.pad().innerHTML;
}

// The pad of the player whose turn it is.
const isPlain = () => page.pad() && !page.pad().elements.line && !page.pad().elements.as;

// --- the next player ---

// A line of this player is pending: open the column of the next player, if there is one to write.
export function passOn(player) {
  const turns = sheetTurn().turns?.split(" ") ?? [];
  closeColumn();
  if (!turns.includes(player) || !ready()) return;
  turns.splice(turns.indexOf(player), 1);
  Object.assign(sheetTurn(), { turns: turns.join(" "), turn: turns[0] ?? "" });
  if (turns.length) letWrite(turns[0]);
}

// A correction is pending, or something else was open: the next player stays the same, and a dice pad opens again.
export function stayOn() {
  const { turn } = sheetTurn();
  closeColumn();
  if (turn && ready()) letWrite(turn);
}

const ready = () => brings && plain && panelForm();

export function closeColumn() {
  for (const button of document.querySelectorAll(".sheet td > button")) button.remove();
}

function letWrite(player) {
  openColumn(player);
  for (const field of document.querySelectorAll("form#write input")) if (!STAYS.includes(field.name)) field.remove();
  carry({ player, key: crypto.randomUUID() });
  showPad("", brings.throws);
}

function openColumn(player) {
  const heads = [...document.querySelectorAll(".sheet thead th")];
  const place = heads.indexOf(head(player));
  heads.forEach((each, at) => each.classList.toggle("turn", at === place));
  const sheet = document.querySelector("#pad-sheet");
  sheet.className = `${sheet.className.replace(/ turn-\d+/, "")} turn-${place + 1}`;
  boxRows().forEach((row, at) => {
    const cell = row.cells[place + 1];
    const open = !cell.childElementCount;
    const printed = row.cells[0].firstElementChild;
    const label = document.createElement(open ? "label" : "span");
    if (open) label.htmlFor = brings.boxes[at];
    label.append(...printed.childNodes);
    printed.replaceWith(label);
    if (open) cell.append(document.createElement("button"));
  });
  pencil(null);
}

// Hidden fields of the next write; an empty value removes one.
function carry(fields) {
  const form = document.querySelector("form#write");
  for (const [name, value] of Object.entries(fields)) {
    const field = form.querySelector(`input[name="${name}"]`) ?? form.appendChild(document.createElement("input"));
    Object.assign(field, { type: "hidden", name, value });
    if (value === "") field.remove();
  }
}

// --- questions to the pad ---

export const canAnswer = (query) => !beyondPad(query) && ready() && sheetTurn().turn;

// Answer a question in place of the server.
export function answerHere(query) {
  const dice = query.get("dice") ?? "";
  const throws = Number(query.get("throws")) || brings.throws;
  const at = brings.boxes.indexOf(query.get("box"));
  document.querySelector("#pad-sheet").classList.remove("asking");
  const points = dice.length === brings.dice ? known(dice, throws) : null;
  carry({ box: "", dice: points ? dice : "", throws: points ? throws : "" });
  pencil(points);
  if (at >= 0 && (!points || points[at] === 0)) askBox(at, dice, throws, points);
  else showPad(dice, throws, true);
}

function known(dice, throws) {
  const roll = [...dice].sort().join("");
  return (throws === 1 && brings.first[roll]) || brings.later[roll];
}

// Whether a roll with these dice may score a value in a box; true for what depends on more than the dice.
function mayBring(value, at, dice) {
  const [points, made] = value.split("x");
  const bring = (roll) => known(roll, Number(made) || brings.throws)[at];
  return Object.keys(brings.later).some((roll) => holds(roll, dice) && [Number(points), null].includes(bring(roll)));
}

function holds(roll, dice) {
  let rest = roll;
  for (const face of dice) rest = rest.replace(face, "");
  return rest.length === roll.length - dice.length;
}

function pencil(points) {
  boxRows().forEach((row, at) => {
    const button = row.querySelector("td > button");
    if (!button) return;
    const found = points && points[at];
    const name = labelOf(row);
    Object.assign(button, { id: brings.boxes[at], name: "box", value: brings.boxes[at], className: found === 0 ? "nil" : "" });
    button.setAttribute("form", points && found !== 0 ? "write" : "pad");
    const said = !points ? word("open", name) : found === null ? word("unsure", name) : found ? `${name} ${found}` : word("nothing", name);
    button.textContent = !points ? "" : found === 0 ? said : found ?? "?";
    button.setAttribute("aria-label", said);
  });
}

// `same`: the dice are those from before, and a box tapped for them still counts.
function showPad(dice, throws, same) {
  const form = panelForm();
  if (!isPlain()) {
    form.className = "panel";
    form.innerHTML = plain;
  }
  form.dataset.throws = throws;
  for (const radio of form.querySelectorAll(".throws input")) {
    radio.closest("label").hidden = Number(radio.value) > brings.throws;
    radio.checked = Number(radio.value) === throws;
  }
  page.putDice(dice, same);
}

// The possible values of a box, or a strike to confirm, and the way back to the pad with its dice.
function askBox(at, dice, throws, points) {
  const box = brings.boxes[at];
  const name = labelOf(boxRows()[at]);
  carry({ box });
  const chosen = document.getElementById(box);
  chosen.className = "on";
  chosen.removeAttribute("name");
  const keys = points ? [] : brings.values[box].filter((value) => mayBring(value, at, dice)).map(valueKey);
  const [kind, slash, tray] = keys.length > 6 ? ["key tool", word("slash"), word("dice")] : ["key", word("strike", name), word("enter")];
  const strike = `<button class="${kind}" form="write" name="strike" value="1"><i class="i-slash"></i>${slash}</button>`;
  const back = new URLSearchParams({ dice, throws });
  const enter = `<button type="button" class="${kind}" data-pad="${back}"><i class="i-dice"></i>${tray}</button>`;
  const many = `<div class="values many"><div class="tools">${strike}${enter}</div><div class="strip">${[...keys].reverse().join("")}</div></div>`;
  const few = `<div class="mid"><div class="values">${keys.join("")}</div></div><div class="keys">${strike}${enter}</div>`;
  const entered = [...dice].map((face) => `<i class="slot" data-face="${face}"></i>`).join("");
  const sure = `<div class="mid"><div class="tray entered">${entered}</div><p>${word("sure", name)}</p></div><div class="keys">${strike}</div>`;
  const part = dice && !points ? ` <small class="why">${[...dice].join(" ")} …</small>` : "";
  const say = `<div class="say"><h2 id="who" tabindex="-1"><span>${name}${part}</span></h2><button type="button" class="quiet" data-pad="${back}">${word("leave")}</button></div>`;
  panelForm().innerHTML = say + (points ? sure : keys.length > 6 ? many : few);
}

function valueKey(value) {
  const [points, made] = value.split("x");
  const label = new DOMParser().parseFromString(plain, "text/html").querySelector(`.throws input[value="${made}"] + span`);
  const under = made ? `<small>${label?.firstChild.textContent ?? made}</small>` : "";
  return `<button class="key" form="write" name="value" value="${value}">${points}${under}</button>`;
}
