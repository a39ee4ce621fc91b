// The key that a finger was aimed at, where a response put another one under it.
import { currentStep, pickerPurpose } from "./chosen_suit.js";
import { keyLabel } from "./key_label.js";

export const DRAFT_KEYS = "#table button[name=press], #table button[form=write], .picker a.shown, .suits input";

// milliseconds between aiming and landing of a finger
const AIM_TIME = 250;

let pressedAt = 0;
let swappedAt = -AIM_TIME;
// whether another phone changed the question
let isOtherStep = false;
let before = { step: "", keys: [] };

const keyId = (key) => `${pickerPurpose()} ${key.name} ${key.value || key.id || key.textContent}`;

function visibleKeys() {
  const seen = [...document.querySelectorAll(DRAFT_KEYS)].filter((key) => key.offsetWidth && !key.disabled);
  return seen.map((key) => ({ box: key.getBoundingClientRect(), sign: keyId(key), label: keyLabel(key), suit: key.name === "suit" }));
}

document.addEventListener("pointerdown", ({ timeStamp }) => { pressedAt = timeStamp; }, true);
document.addEventListener("htmx:before:swap", () => { before = { step: currentStep(), keys: visibleKeys() }; });
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  swappedAt = performance.now();
  isOtherStep = Boolean(ctx.live) && before.step !== currentStep();
});

// A finger that chooses a suit sees the current cards.
export function forgetTargets() {
  before.keys = [];
}

// Return the key that was under the finger when it was aimed, if it is gone; null where nothing moved.
export function intendedKey({ clientX: x, clientY: y, timeStamp, detail }, key) {
  // the keyboard does not aim
  if (!detail || Math.min(pressedAt, timeStamp) - swappedAt >= AIM_TIME) return null;
  const under = before.keys.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  return under && (isOtherStep || !key || under.sign !== keyId(key)) ? under : null;
}
