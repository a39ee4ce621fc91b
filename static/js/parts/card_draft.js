// Queues taps on a draft while a response is pending: each is sent after the response to the previous one. A tap that
// cannot be sent is shown as not entered; it never answers another question.
import { KEYS, aimAnew, labelOfKey, meantKey } from "./aim.js";
import { cardTapped, choose, closeSuits, purpose } from "./keep_suit.js";
import { sayNotEntered } from "./not_entered.js";

const DRAFTS = /\/(draft|throw)\/$/;

// the pending write, and the taps that wait for its response
let sentLast = null;
let taps = [];
// taps refused before a response came, shown above that response
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
  // the script itself sends queued taps
  if (!event.isTrusted) return;
  const suit = key?.matches(".suits input");
  const meant = suit ? null : meantKey(event, key);
  // the second of two quick taps, or a key that moved under the finger
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
  // a second write with the same key counts once
  if (!sentLast || (key.form?.id === "write" && !isDraft(sentLast))) return;
  if (!isDraft(sentLast) || key.name !== "press") return hold(event, labelOfKey(key));
  hold(event);
  taps.push({ value: key.value, label: labelOfKey(key), meant: purpose() });
  key.classList.add("sent");
}, true);

// A key disabled by the response gets no click: show the tap as not entered.
document.addEventListener("pointerup", (event) => {
  const { clientX, clientY, timeStamp, target } = event;
  const meant = target.closest("button:disabled") && meantKey({ clientX, clientY, timeStamp, detail: 1 });
  if (meant) hold(event, meant.label);
}, true);

// Stop a tap; `label` names it in the notice.
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

// show what could not be sent, and ask for another tap
document.addEventListener("trouble", forget);
