// The dice pad: taps become dice at once; the server is asked what they score.
import { storeInAddress } from "./panel_address.js";
import { isWriting, tableRequest } from "./pending_request.js";

export const pad = () => document.querySelector("form.panel:has(.tray[data-count])");
const input = () => pad()?.elements.dice;
const diceCount = () => Number(pad().querySelector(".tray").dataset.count);

// Only places that change are touched: an old phone takes milliseconds for each.
function draw(dice) {
  const tray = pad().querySelector(".tray");
  tray.querySelectorAll(".slot").forEach((slot, place) => {
    const face = dice[place] || "";
    if (slot.dataset.face === face) return;
    slot.dataset.face = face;
    slot.disabled = !face;
    slot.setAttribute("aria-label", face ? `${tray.dataset.take} ${face}` : tray.dataset.empty);
  });
  tray.parentNode.dataset.filled = dice.length === diceCount() ? "full" : dice && "part";
}

export function enterDice(dice) {
  const count = diceCount();
  const before = input().value;
  isTooMany = dice.length > count;
  if (isTooMany) showTooMany();
  dice = dice.slice(0, count);
  if (dice === before) return;
  input().value = dice;
  draw(dice);
  noteDice();
  heldBox = "";
  // complete, or complete before: the pencilled scores have changed
  if (!isWriting() && (dice.length === count || before.length === count)) ask();
  if (isWriting()) next.dice = dice;
  storeInAddress();
}

// Show the refusal of a die too many where the pad shows its requirement; again after a response came meanwhile.
let isTooMany = false;

function showTooMany() {
  const place = document.querySelector("#note p") ?? document.querySelector("#who > span:last-child");
  const hint = place.querySelector(".why") ?? place.appendChild(document.createElement("small"));
  hint.className = "why";
  hint.setAttribute("role", "status");
  hint.textContent = pad().querySelector(".tray").dataset.full;
}

// --- pencilled scores are stale until the response: a box tapped before waits and is pressed then ---

let heldBox = "";

function ask() {
  document.querySelector(".pad")?.classList.add("asking");
  // Safari has requestSubmit since version 16 only
  pad().querySelector(".plain .key").click();
}

document.addEventListener("click", (event) => {
  const box = event.target.closest(".asking td > button");
  if (!box) return;
  event.preventDefault();
  event.stopPropagation();
  document.querySelector(".sheet .sent")?.classList.remove("sent");
  box.classList.add("sent");
  heldBox = box.id;
  if (!tableRequest) ask();
}, true);

export function tapHeldBox() {
  const box = heldBox;
  heldBox = "";
  document.getElementById(box)?.click();
}

// --- keys ---

document.addEventListener("click", (event) => {
  const form = pad();
  const button = event.target.closest("button");
  if (!form || !button || !form.contains(button)) return;
  const dice = input().value;
  if (button.matches(".faces .key")) enterDice(dice + button.dataset.face);
  else if (button.matches(".clear")) enterDice("");
  else if (button.matches(".tray .slot")) {
    const place = [...button.parentNode.children].indexOf(button);
    enterDice(dice.slice(0, place) + dice.slice(place + 1));
  }
});

document.addEventListener("change", (event) => {
  if (!pad() || event.target.name !== "throws") return;
  heldBox = "";
  if (isWriting()) next.throws = event.target.value;
  else {
    storeInAddress();
    if (input().value.length === diceCount()) ask();
  }
});

document.addEventListener("keydown", (event) => {
  const form = pad();
  if (!form || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text]")) return;
  if (!form.contains(event.target) && event.target !== document.body) return;
  if (/^[1-6]$/.test(event.key)) enterDice(input().value + event.key);
  else if (event.key === "Backspace") enterDice(input().value.slice(0, -1));
  else return;
  event.preventDefault();
});

// --- while a line is written, entries belong to the next one; dice come back if the line is refused ---

let next = {};
let sentDice = "";

export function clearForNext() {
  next = {};
  if (!pad()) return;
  sentDice = input().value;
  setDice("", true);
}

export function storeNext() {
  if (pad()) next.dice = input().value;
}

// Enter dice without asking the server about them.
export function setDice(dice, same) {
  if (!same) heldBox = "";
  input().value = dice;
  draw(dice);
  storeInAddress();
  storeSoon();
}

export function enterNext() {
  const form = pad();
  const { dice, throws } = next;
  next = {};
  const radio = form?.querySelector(`.throws input[value="${throws}"]`);
  if (radio) radio.checked = true;
  if (form && dice) enterDice(dice);
}

export function restoreSent() {
  heldBox = "";
  if (isWriting() && pad()) setDice(sentDice, true);
}

// A morph keeps fields changed by touch; after a response the server's value counts.
export function resetFields() {
  const form = pad();
  if (!form) return;
  for (const radio of form.querySelectorAll(".throws input")) radio.checked = radio.defaultChecked;
  if (document.activeElement !== input()) input().value = input().defaultValue;
  isTooMany &&= input().value.length === diceCount();
  if (isTooMany) showTooMany();
}

// --- entered dice return to the empty pad of the same turn: after a written cell, and in a page opened anew ---

const DRAFT = `dice:${location.pathname}`;
let storage = {};
try {
  storage = sessionStorage;
} catch {
  // without it dice last as long as the page
}

const isEmptyPad = () => pad() && !pad().elements.line;

// The player, who may write out of turn, and the number of the turn.
function draftTurn() {
  const player = pad().elements.as?.value ?? document.querySelector("#table").dataset.turn;
  return `${player} ${document.querySelector(".sheet thead b").textContent}`;
}

// What is stored, and newer than that until the next task.
let draft = storage[DRAFT] ?? "";

function noteDice() {
  if (isEmptyPad()) draft = `${draftTurn()} ${pad().elements.throws.value} ${input().value}`;
}

function storeDice() {
  noteDice();
  storage[DRAFT] = draft;
}

// After every tap, in a task of its own: an old phone takes 10 milliseconds. The address follows later.
let storeTimer = 0;

function storeSoon() {
  clearTimeout(storeTimer);
  storeTimer = setTimeout(storeDice);
}

for (const type of ["click", "change", "keydown"]) addEventListener(type, storeSoon);

export function restoreDice() {
  const [player, turn, throws, dice] = isEmptyPad() ? draft.split(" ") : [];
  if (!dice || dice === input().value || `${player} ${turn}` !== draftTurn()) return;
  pad().querySelector(`.throws input[value="${throws}"]`)?.click();
  enterDice(dice);
}

restoreDice();
