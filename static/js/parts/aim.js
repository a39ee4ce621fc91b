// A tap is aimed before it lands: a key that an answer has put there since is not what was meant.
import { purpose, stepNow } from "./keep_suit.js";

export const KEYS = "#table button[name=press], #table button[form=write], .picker a.shown, .suits input";

// a finger lands that many milliseconds after it was aimed
const AIM = 250;

let pressed = 0;
let swapped = -AIM;
// whether another phone has moved the question on
let moved = false;
let before = { step: "", keys: [] };

const sign = (key) => `${purpose()} ${key.name} ${key.value || key.id || key.textContent}`;

export function labelOfKey(key) {
  const named = key.matches("input") ? key.closest("label") : key;
  return (named.getAttribute("aria-label") ?? named.textContent).trim();
}

function keysNow() {
  const seen = [...document.querySelectorAll(KEYS)].filter((key) => key.offsetWidth && !key.disabled);
  return seen.map((key) => ({ box: key.getBoundingClientRect(), sign: sign(key), label: labelOfKey(key), suit: key.name === "suit" }));
}

document.addEventListener("pointerdown", ({ timeStamp }) => { pressed = timeStamp; }, true);
document.addEventListener("htmx:before:swap", () => { before = { step: stepNow(), keys: keysNow() }; });
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  swapped = performance.now();
  moved = Boolean(ctx.live) && before.step !== stepNow();
});

// A finger that chooses a suit knows what it sees.
export function aimAnew() {
  before.keys = [];
}

// What lay under a finger that was on its way, where that is gone; null where nothing has moved under it.
export function meantKey({ clientX: x, clientY: y, timeStamp, detail }, key) {
  // a key on the keyboard is not aimed at
  if (!detail || Math.min(pressed, timeStamp) - swapped >= AIM) return null;
  const under = before.keys.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  return under && (moved || !key || under.sign !== sign(key)) ? under : null;
}
