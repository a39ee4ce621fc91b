// The dice pad: taps become dice at once; the server is asked what they score.
import { keepLaid } from "./help_link.js";
import { way, writing } from "./request_queue.js";

export const pad = () => document.querySelector("form.panel:has(.tray[data-count])");
const input = () => pad()?.elements.dice;
const whole = () => Number(pad().querySelector(".tray").dataset.count);

function draw(dice) {
  const tray = pad().querySelector(".tray");
  tray.querySelectorAll(".slot").forEach((slot, place) => {
    const face = dice[place] || "";
    slot.dataset.face = face;
    slot.disabled = !face;
    slot.textContent = face ? `${tray.dataset.take} ${face}` : tray.dataset.empty;
  });
}

export function lay(dice) {
  const count = whole();
  const before = input().value;
  tooMany = dice.length > count;
  if (tooMany) refuse();
  dice = dice.slice(0, count);
  if (dice === before) return;
  input().value = dice;
  draw(dice);
  held = "";
  keepLaid();
  // complete, or complete before: the pencilled scores have changed
  if (!writing() && (dice.length === count || before.length === count)) ask();
}

// Show the refusal of a die too many where the pad shows its requirement; again after a response came meanwhile.
let tooMany = false;

function refuse() {
  const place = document.querySelector("#note p") ?? document.querySelector("#who > span:last-child");
  const said = place.querySelector(".why") ?? place.appendChild(document.createElement("small"));
  said.className = "why";
  said.setAttribute("role", "status");
  said.textContent = pad().querySelector(".tray").dataset.full;
}

// --- pencilled scores are stale until the response: a box tapped before waits and is pressed then ---

let held = "";

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
  held = box.id;
  if (!way) ask();
}, true);

export function pressHeld() {
  const box = held && document.getElementById(held);
  held = "";
  if (box) box.click();
}

// --- keys ---

document.addEventListener("click", (event) => {
  const form = pad();
  const button = event.target.closest("button");
  if (!form || !button || !form.contains(button)) return;
  const dice = input().value;
  if (button.matches(".faces .key")) lay(dice + button.dataset.face);
  else if (button.matches(".clear")) lay("");
  else if (button.matches(".tray .slot")) {
    const place = [...button.parentNode.children].indexOf(button);
    lay(dice.slice(0, place) + dice.slice(place + 1));
  }
});

document.addEventListener("change", (event) => {
  if (!pad() || event.target.name !== "throws") return;
  held = "";
  if (writing()) next.throws = event.target.value;
  else {
    keepLaid();
    if (input().value.length === whole()) ask();
  }
});

document.addEventListener("keydown", (event) => {
  const form = pad();
  if (!form || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text]")) return;
  const onFelt = form.contains(event.target) || event.target === document.body;
  if (onFelt && /^[1-6]$/.test(event.key)) lay(input().value + event.key);
  else if (onFelt && event.key === "Backspace") lay(input().value.slice(0, -1));
  else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.matches(".sheet td > button")) {
    const open = [...document.querySelectorAll(".sheet td > button")];
    open[open.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
});

// --- while a line is written, entries belong to the next one; dice come back if the line is refused ---

let next = {};
let tried = "";

export function leave() {
  next = {};
  if (!pad()) return;
  tried = input().value;
  putDice("", true);
}

export function keepNext() {
  if (pad()) next.dice = input().value;
}

// Enter dice without asking the server about them.
export function putDice(dice, same) {
  if (!same) held = "";
  input().value = dice;
  draw(dice);
  keepLaid();
}

export function goOn() {
  const form = pad();
  const { dice, throws } = next;
  next = {};
  const radio = form?.querySelector(`.throws input[value="${throws}"]`);
  if (radio) radio.checked = true;
  if (form && dice) lay(dice);
}

export function comeBack() {
  held = "";
  if (writing() && pad()) putDice(tried, true);
}

// A morph keeps fields changed by touch; after a response the server's value counts.
export function heed() {
  const form = pad();
  if (!form) return;
  for (const radio of form.querySelectorAll(".throws input")) radio.checked = radio.defaultChecked;
  if (document.activeElement !== input()) input().value = input().defaultValue;
  tooMany &&= input().value.length === whole();
  if (tooMany) refuse();
}

// --- dice entered before a written cell was opened return to the empty pad of the same player ---

let aside = null;

document.addEventListener("click", (event) => {
  if (event.target.closest(".sheet a") && pad() && !pad().elements.line) aside = laid();
});

function laid() {
  const { action, elements } = pad();
  const turn = document.querySelector(".sheet th.turn a").href;
  return { place: action + turn, dice: elements.dice.value, throws: elements.throws.value };
}

export function forgetAside() {
  aside = null;
}

export function bringBack() {
  if (!pad() || pad().elements.line) return;
  const now = laid();
  const { place, dice, throws } = aside || {};
  aside = null;
  if (!dice || now.dice || place !== now.place) return;
  pad().querySelector(`.throws input[value="${throws}"]`)?.click();
  lay(dice);
}
