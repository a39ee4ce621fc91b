// A round or hand by its result while the server does not answer: the phone shows what each key changes, sends the keys
// in order once it can, and continues behind rounds that wait in the outbox. Loaded after the page.
import "./parts/card_letters.js";
import { nameDropped } from "./parts/dropped_keys.js";
import { isMoving, noteKeys, watchKeys } from "./parts/moved_keys.js";
import { answered, markCorrected, pad, removeWaitingRows, setField, showRefusal, signalNeeded } from "./parts/panel_swap.js";
import { afterPress, game, isReady, loadTables, stored, switchMode, tables, written } from "./parts/round_tables.js";
import { storedKeys, storeKeys } from "./parts/stored_keys.js";
import "./parts/unchecked_cards.js";
import "./parts/undrawn_round.js";
import { drawEnd } from "./parts/waiting_end.js";
import { afterWaiting, setPending, waiting } from "./parts/waiting_rounds.js";

// milliseconds until the phone shows a key's effect, and a key is sent again
const PHONE_ANSWERS = 300;
const AGAIN = 2000;

// keys without the server's response, oldest first, and the request of the first
let unsent = [];
let sending = null;
let isRequested = false;
// the request of a key that only the server knows: taps behind it are meant for its response (`card_draft.js`)
let asked = null;
// what the first was tapped for: the round's number, the draft before it and after it
let base = null;
// whether the keys from before a reload are here, or dropped
let isRestored = false;
// what is shown without a response
let shown = "";

const isReachable = () => navigator.onLine && document.querySelector("#signal")?.className !== "lost";
const contents = () => answered()?.textContent.replace(/\s+/g, "");

// The round with the keys that have no response, and those that no longer fit.
function withUnsent(round) {
  let { data } = round;
  const dropped = [];
  const kept = unsent.filter((press) => {
    const next = afterPress({ ...round, data }, press);
    data = next ?? data;
    if (!next) dropped.push(press);
    return next;
  });
  return { round: { ...round, data }, kept, dropped };
}

// Keep only the `left` keys, and name the dropped ones.
function drop(keys, left = []) {
  unsent = left;
  nameDropped(keys);
}

// Draw the round of this phone. Return whether it could.
function draw() {
  const found = isReady() && afterWaiting();
  if (!found) return false;
  removeWaitingRows();
  for (const row of found.rows) game().drawLine(tables, row);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) pencil.hidden = !found.round;
  if (!found.round) {
    drawEnd(found.rows.at(-1));
    return false;
  }
  const { round, kept, dropped } = withUnsent(found.round);
  watchKeys(() => game().drawDraft(tables, round));
  drop(dropped, kept);
  // the round is the one after the waiting ones, which the server has by then
  if (waiting().length) setField("follows", "1");
  document.querySelector(".strip-note")?.remove();
  shown = contents();
  return true;
}

document.addEventListener("cards:draw", (event) => {
  setPending(event.detail);
  restore();
  if (draw()) event.preventDefault();
});

// What a key says that is refused, or that only the server knows: the reason where the phone has it; otherwise that there
// is no signal, or that earlier keys are being sent.
function reasonFor(round, key) {
  const { presses, refusal } = game();
  const isRefused = key.getAttribute("aria-disabled") && key.value !== "missing";
  const reason = refusal?.(tables, round, key.value) || (isRefused && tables.refused?.[key.value]);
  if (reason) return reason;
  if (!isRefused && (!presses || presses[key.value.split("-")[0]] || key.value === "missing")) return "";
  if (!isReachable()) return signalNeeded();
  const words = document.querySelector("template#lost").content.cloneNode(true);
  words.querySelector("b").textContent = `${document.querySelector("#signal").dataset.sending}.`;
  return words.textContent.trim().replace(/\s+/g, " ");
}

// A key: the first goes to the server at once, the others after its response. All are shown here.
document.addEventListener("draft:tap", (event) => {
  const press = event.target.value;
  if (!asked && !unsent.length && !waiting().length && !isReachable()) switchMode(press);
  const last = isReady() && afterWaiting()?.round;
  if (!last || asked) return;
  const { round } = withUnsent(last);
  const isNext = afterPress(round, press);
  const isHeld = unsent.length || waiting().length || !isReachable();
  if (!isHeld && game().isLeftToServer) return;
  if (isHeld) event.preventDefault();
  if (isHeld && !isNext) showRefusal(reasonFor(round, event.target));
  if (!isNext || isMoving()) return;
  keep([...unsent, press]);
  if (!isHeld) return;
  draw();
  send();
});

// --- a reload ---

function save() {
  if (!isRestored) return;
  const round = unsent.length && isReady() && afterWaiting()?.round;
  const after = round && afterPress(round, unsent[0]);
  base = round ? { number: round.number, before: written(round.data), after: after && written(after) } : null;
  storeKeys(base && { ...base, keys: unsent });
}

// Continue with the keys from before a reload, if the draft is that of then, or the first key arrived since.
function restore() {
  if (!isRestored) switchMode(storedKeys()?.keys?.[0]);
  const round = !isRestored && isReady() && afterWaiting()?.round;
  const saved = round && storedKeys();
  // rounds that wait in the outbox come first
  if (!round || saved?.number > round.number) return;
  isRestored = true;
  const now = written(round.data);
  if (saved?.number !== round.number || ![saved.before, saved.after].includes(now)) {
    drop(saved?.keys ?? []);
    return save();
  }
  unsent = now === saved.before ? saved.keys : saved.keys.slice(1);
  save();
  draw();
  send();
}

document.addEventListener("cards:ready", restore);

// --- sending ---

function send() {
  if (sending || isRequested || !unsent.length || waiting().length || !isReachable() || !pad()) return;
  const key = Object.assign(document.createElement("button"), { name: "press", value: unsent[0], hidden: true });
  pad().append(key);
  isRequested = true;
  key.click();
  setTimeout(() => {
    key.remove();
    isRequested = false;
  }, 100);
}

setInterval(send, AGAIN);
// requests that began before are given up at the same event
addEventListener("online", () => setTimeout(send, 100));

document.addEventListener("htmx:before:request", ({ defaultPrevented, detail: { ctx } }) => {
  const { action, method, submitter } = ctx.request;
  if (defaultPrevented || method !== "POST" || !action.endsWith("/draft/") || !isReady()) return;
  const press = submitter?.value;
  const isLeft = !unsent.length && game().isLeftToServer;
  if (!(isLeft || press === unsent[0]) || !afterPress(stored(), press)) {
    asked = ctx;
    return;
  }
  sending = ctx;
  isRequested = false;
  shown = "";
  if (isLeft) return;
  setTimeout(() => sending === ctx && draw(), PHONE_ANSWERS);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (sending === ctx) sending = null;
  if (asked === ctx) asked = null;
});

// Without a response the key waits here, and the pad stays in use.
for (const name of ["htmx:error", "htmx:response:error"]) {
  addEventListener(name, (event) => {
    const { ctx } = event.detail;
    const isRefused = ctx?.response && ctx.response.status < 500 && ctx.response.status !== 429;
    if (!ctx || ctx !== sending || isRefused || !isReady()) return;
    event.stopPropagation();
    sending = null;
    if (!unsent.length) {
      // a key left to the server, and those queued behind it (`card_draft.js`)
      const keys = [ctx.request.submitter.value];
      document.dispatchEvent(new CustomEvent("send:error", { detail: keys }));
      keep(keys);
    }
    draw();
  }, true);
}

function keep(keys) {
  unsent = keys;
  isRestored = true;
  save();
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  loadTables().catch(() => {});
  if (!pad()) drop(unsent);
  if (ctx === sending) onAnswer(ctx);
  // a waiting round was refused: keys for the next one have no place
  else if (ctx.response.status !== 200) drop(unsent);
  else compareDraft();
  if (!waiting().length) switchMode(unsent[0]);
  save();
  if (unsent.length && waiting().length === 0) draw();
  noteKeys();
});

function onAnswer({ response: { status } }) {
  sending = null;
  if (status === 200) unsent.shift();
  else compareDraft(true);
  if (shown && !unsent.length && shown !== contents()) markCorrected();
  setTimeout(send);
}

// The first key arrived without a response, or it `isRefused`, or another phone was first: then the server's panel counts.
function compareDraft(isRefused) {
  const round = isReady() && stored();
  // a round that waited is not on the sheet yet
  if (!unsent.length || (!isRefused && (!base || !round || waiting().length || round.number < base.number))) return;
  const now = round?.number === base?.number && written(round.data);
  if (now && now === base.after) unsent.shift();
  else if (isRefused || now !== base.before) drop(unsent);
}

// The whole round is written from here, whatever the draft on the server lacks.
addEventListener("click", (event) => {
  const key = event.target.closest("#table button[form=write]");
  if (!key || !unsent.length || !event.isTrusted) return;
  unsent = [];
  save();
  if (!sending) return;
  event.preventDefault();
  event.stopPropagation();
  document.addEventListener("htmx:finally:request", () => setTimeout(() => key.click()), { once: true });
  sending.request.abort();
}, true);

loadTables().catch(() => {});
