// Queues taps on a draft while a response is pending: each is sent after the response to the previous one. A tap that
// cannot be sent is shown as not entered; it never answers another question.
import { keyLabel } from "./key_label.js";
import { DRAFT_KEYS, forgetTargets, intendedKey } from "./tap_target.js";
import { chooseSuit, closeSuits, forgetSuitAfter, pickerPurpose } from "./chosen_suit.js";
import { showNotEntered } from "./not_entered.js";

const DRAFTS = /\/(draft|throw)\/$/;

// the pending write, and the taps that wait for its response
let pendingWrite = null;
let taps = [];
// taps refused before a response came, shown above that response
let refused = [];

const isDraft = (ctx) => ctx?.request.method === "POST" && DRAFTS.test(new URL(ctx.request.action, location.href).pathname);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!event.defaultPrevented && ctx.request.method === "POST") pendingWrite = ctx;
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (pendingWrite === ctx) pendingWrite = null;
});

document.addEventListener("click", (event) => {
  const key = event.target.closest(DRAFT_KEYS) ?? event.target.closest(".suits label")?.control;
  // the script itself sends queued taps
  if (!event.isTrusted) return;
  const suit = key?.matches(".suits input");
  const meant = suit ? null : intendedKey(event, key);
  // the second of two quick taps, or a key that moved under the finger
  if (meant || (key && event.defaultPrevented)) {
    if (suit || meant?.suit) closeSuits();
    return refuseTap(event, meant ? meant.label : keyLabel(key));
  }
  if (!key) return;
  if (suit) {
    forgetTargets();
    return chooseSuit(key.value);
  }
  forgetSuitAfter(key);
  focusMissing(key);
  if (isContinuedByPhone(key)) return refuseTap(event);
  // a second write with the same key counts once
  if (!pendingWrite || (key.form?.id === "write" && !isDraft(pendingWrite))) return;
  if (!isDraft(pendingWrite) || key.name !== "press") return refuseTap(event, keyLabel(key));
  refuseTap(event);
  queueTap(key);
}, true);

// The key that names what is missing shows where to enter it.
function focusMissing({ dataset: { asks } }) {
  if (asks) document.querySelector(`#pad [name=press][value^="${asks}-"]:not([aria-disabled=true])`)?.focus();
}

// Whether the phone continues the round itself (`round_offline.js`).
function isContinuedByPhone(key) {
  const tap = new CustomEvent("draft:tap", { bubbles: true, cancelable: true });
  return key.name === "press" && !key.dispatchEvent(tap);
}

function queueTap(key) {
  taps.push({ value: key.value, label: keyLabel(key), meant: pickerPurpose() });
  key.classList.add("sent");
}

// A suit or a key of the draft chosen by its letter on a keyboard; the key waits for a response like a tap.
document.addEventListener("draft:key", ({ target: key }) => {
  if (key.matches("input")) return chooseSuit(key.value);
  forgetSuitAfter(key);
  if (isContinuedByPhone(key)) return;
  if (!pendingWrite) key.click();
  else if (isDraft(pendingWrite)) queueTap(key);
});

// A key disabled by the response gets no click: show the tap as not entered.
document.addEventListener("pointerup", (event) => {
  const { clientX, clientY, timeStamp, target } = event;
  const meant = target.closest("button:disabled") && intendedKey({ clientX, clientY, timeStamp, detail: 1 });
  if (meant) refuseTap(event, meant.label);
}, true);

// Stop a tap; `label` names it in the notice.
function refuseTap(event, label) {
  event.preventDefault();
  event.stopPropagation();
  if (!label) return;
  if (pendingWrite) refused.push(label);
  showNotEntered(pendingWrite ? refused : [label]);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.live) return;
  if (pendingWrite === ctx) pendingWrite = null;
  const tap = taps.shift();
  const key = tap && document.querySelector(`button[name=press][value="${CSS.escape(tap.value)}"]:not([aria-disabled=true]):enabled`);
  if (ctx.response.status === 200 && key && tap.meant === pickerPurpose()) return key.click();
  refused.push(...[tap, ...taps].map((each) => each?.label).filter(Boolean));
  if (refused.length) showNotEntered(refused);
  clearTaps();
});

function clearTaps() {
  taps = [];
  refused = [];
}

// Show what could not be sent, and ask for another tap; or the phone takes the queued taps over (`round_offline.js`).
document.addEventListener("send:error", ({ detail }) => {
  detail?.push(...taps.map(({ value }) => value));
  clearTaps();
});
