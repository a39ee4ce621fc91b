// Ignores taps on keys that a response put under the finger after it started to move.
import { purpose, stepNow } from "./keep_suit.js";

export const KEYS = "#table button[name=press], #table button[form=write], .picker a.shown, .suits input";

// milliseconds between aiming and landing of a finger
const AIM = 250;

let pressed = 0;
let swapped = -AIM;
// whether another phone changed the question
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

// A finger that chooses a suit sees the current cards.
export function aimAnew() {
  before.keys = [];
}

// Return the key that was under the finger when it was aimed, if it is gone; null where nothing moved.
export function meantKey({ clientX: x, clientY: y, timeStamp, detail }, key) {
  // the keyboard does not aim
  if (!detail || Math.min(pressed, timeStamp) - swapped >= AIM) return null;
  const under = before.keys.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  return under && (moved || !key || under.sign !== sign(key)) ? under : null;
}
