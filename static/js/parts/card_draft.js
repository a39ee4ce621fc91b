// Taps at a line that is begun, while an answer is on its way: they are sent one after the other, each on the answer to
// the last. What cannot be sent so is refused in sight; it is never taken for an answer to another question.
import { KEYS, aimAnew, labelOfKey, meantKey } from "./aim.js";
import { cardTapped, choose, closeSuits, purpose } from "./keep_suit.js";
import { sayNotEntered } from "./not_entered.js";

const DRAFTS = /\/(draft|throw)\/$/;

// the write that is on its way, and the taps that wait for its answer
let sentLast = null;
let taps = [];
// what was refused before an answer came is said over that answer
let refused = [];

const isDraft = (ctx) => ctx?.request.method === "POST" && DRAFTS.test(new URL(ctx.request.action, location.href).pathname);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!event.defaultPrevented && ctx.request.method === "POST") sentLast = ctx;
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (sentLast === ctx) sentLast = null;
});

document.addEventListener("click", (event) => {
  const key = event.target.closest(KEYS) ?? event.target.closest(".suits label")?.control;
  // a script sends what waited
  if (!event.isTrusted) return;
  const suit = key?.matches(".suits input");
  const meant = suit ? null : meantKey(event, key);
  // the second of two quick taps on one spot, or a key that came under the finger
  if (meant || (key && event.defaultPrevented)) {
    if (suit || meant?.suit) closeSuits();
    return hold(event, meant ? meant.label : labelOfKey(key));
  }
  if (!key) return;
  if (suit) {
    aimAnew();
    return choose(key.value);
  }
  cardTapped(key);
  // written twice it would be one line all the same
  if (!sentLast || (key.form?.id === "write" && !isDraft(sentLast))) return;
  if (!isDraft(sentLast) || key.name !== "press") return hold(event, labelOfKey(key));
  hold(event);
  taps.push({ value: key.value, label: labelOfKey(key), meant: purpose() });
  key.classList.add("sent");
}, true);

// A key that the answer has dashed under the finger takes no click: what was meant is said all the same.
document.addEventListener("pointerup", (event) => {
  const { clientX, clientY, timeStamp, target } = event;
  const meant = target.closest("button:disabled") && meantKey({ clientX, clientY, timeStamp, detail: 1 });
  if (meant) hold(event, meant.label);
}, true);

// A tap goes no further; `label`: what is said not to be entered.
function hold(event, label) {
  event.preventDefault();
  event.stopPropagation();
  if (!label) return;
  if (sentLast) refused.push(label);
  sayNotEntered(sentLast ? refused : [label]);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.live) return;
  if (sentLast === ctx) sentLast = null;
  const tap = taps.shift();
  const key = tap && document.querySelector(`button[name=press][value="${CSS.escape(tap.value)}"]:enabled`);
  if (ctx.response.status === 200 && key && tap.meant === purpose()) return key.click();
  refused.push(...[tap, ...taps].filter(Boolean).map(({ label }) => label));
  if (refused.length) sayNotEntered(refused);
  forget();
});

function forget() {
  taps = [];
  refused = [];
}

// what could not be sent is said, and to tap again
document.addEventListener("trouble", forget);
