// A round or hand by its result while the server does not answer: the phone shows what each key changes, sends the keys
// in order once it can, and continues behind rounds that wait in the outbox. Loaded after the page.
import "./parts/card_letters.js";
import { hands } from "./parts/hand_panel.js";
import { isMoving, noteKeys, watchKeys } from "./parts/moved_keys.js";
import { markCorrected, pad, removeWaitingRows, setField, showRefusal } from "./parts/panel_swap.js";
import { rounds } from "./parts/round_panel.js";
import { storedKeys, storeKeys } from "./parts/stored_keys.js";
import { turns } from "./parts/turn_panel.js";
import "./parts/unchecked_cards.js";

const GAMES = { hand: hands, round: rounds, turn: turns };

// milliseconds until the phone shows a key's effect, and a key is sent again
const PHONE_ANSWERS = 300;
const AGAIN = 2000;

let tables = null;
let tablesAddress = "";
// keys without the server's response, oldest first, and the request of the first
let unsent = [];
let sending = null;
let isRequested = false;
// where its response is lost: the step of the draft before it, and the draft after it
let tried = null;
// the waiting rounds of this phone
let waiting = () => [];
// whether the keys from before a reload are here, or dropped
let isRestored = false;
// what is shown without a response
let shown = "";

const table = () => document.querySelector("#table");
const isReachable = () => navigator.onLine && document.querySelector("#signal")?.className !== "lost";
const contents = () => document.querySelector(".panel .mid")?.textContent;

async function loadTables() {
  const { address } = stored() ?? {};
  if (!address || address === tablesAddress) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  tables = await answer.json();
  tablesAddress = address;
  document.dispatchEvent(new Event("cards:ready"));
}

// The round as the server has it.
function stored() {
  const { round } = table()?.dataset ?? {};
  const found = round && JSON.parse(round);
  return found && { ...found, data: { ...found.data, entry: found.data.entry ?? {} } };
}

const game = () => GAMES[tables.kind];
const afterPress = (round, press) => game().afterPress(round, press, tables);
const isReady = () => pad() && table().dataset.round && tables && stored().address === tablesAddress;
const moveOf = ({ fields }) => JSON.parse(Object.fromEntries(fields).move ?? "null");

// The round after the waiting ones, and these with the totals before them; null where only the server can continue.
function afterWaiting() {
  let round = stored();
  const rows = [];
  for (const line of waiting()) {
    const move = moveOf(line);
    if (!move || move.end || !line.url.endsWith("/write/")) return null;
    // after its round the next player deals
    line.inSheet = game().isInSheet(round, line, move);
    if (line.inSheet) continue;
    rows.push({ ...round, entry: move });
    const next = game().next(tables, round, move);
    if (!next) return { rows, round: null };
    round = { ...round, ...next };
  }
  return { rows, round };
}

// The round with the keys that have no response; a key that no longer fits is dropped.
function withUnsent(round) {
  let { data } = round;
  unsent = unsent.filter((press) => {
    const next = afterPress({ ...round, data }, press);
    data = next ?? data;
    return next;
  });
  return { ...round, data };
}

// Draw the round of this phone. Return whether it could.
function draw() {
  const found = isReady() && afterWaiting();
  if (!found) return false;
  removeWaitingRows();
  for (const row of found.rows) game().drawLine(tables, row);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) pencil.hidden = !found.round;
  if (!found.round) return false;
  watchKeys(() => game().drawDraft(tables, withUnsent(found.round)));
  // the round is the one after the waiting ones, which the server has by then
  if (waiting().length) setField("follows", "1");
  document.querySelector(".strip-note")?.remove();
  shown = contents();
  return true;
}

const step = () => document.querySelector("#pad [name=step]")?.value;

// A draft as a text, for comparison.
const written = ({ entry, holes = [], bidder, bidding }) =>
  JSON.stringify([Object.entries(entry).sort(), holes, ...(bidder || bidding ? [bidder, bidding] : [])]);

document.addEventListener("cards:draw", (event) => {
  waiting = event.detail;
  restore();
  if (draw()) event.preventDefault();
});

// A key: the first goes to the server at once, the others after its response. All are shown here.
document.addEventListener("draft:tap", (event) => {
  const round = isReady() && afterWaiting()?.round;
  if (!round) return;
  const press = event.target.value;
  const isNext = afterPress(withUnsent(round), press);
  const isHeld = unsent.length || waiting().length || !isReachable();
  if (!isHeld && game().isLeftToServer) return;
  if (isHeld) event.preventDefault();
  if (isHeld && !isNext) showRefusal(game().refusal?.(tables, withUnsent(round), press));
  if (!isNext || isMoving()) return;
  unsent.push(press);
  isRestored = true;
  save();
  if (!isHeld) return;
  draw();
  send();
});

// --- a reload ---

function save() {
  if (!isRestored) return;
  const round = isReady() && afterWaiting()?.round;
  if (!unsent.length || !round) return storeKeys(null);
  const after = afterPress(round, unsent[0]);
  storeKeys({ number: round.number, before: written(round.data), after: after && written(after), keys: unsent });
}

// Continue with the keys from before a reload, if the draft is that of then, or the first key arrived since.
function restore() {
  const round = !isRestored && isReady() && afterWaiting()?.round;
  const saved = round && storedKeys();
  // rounds that wait in the outbox come first
  if (!round || saved?.number > round.number) return;
  isRestored = true;
  const now = written(round.data);
  if (saved?.number !== round.number || ![saved.before, saved.after].includes(now)) return save();
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
  if (method !== "POST" || !action.endsWith("/draft/") || submitter?.value !== unsent[0]) return;
  if (defaultPrevented) return;
  sending = ctx;
  tried = { step: step(), after: written(afterPress(stored(), unsent[0])) };
  shown = "";
  setTimeout(() => sending === ctx && draw(), PHONE_ANSWERS);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (sending === ctx) sending = null;
});

// Without a response the key waits here, and the pad stays in use.
for (const name of ["htmx:error", "htmx:response:error"]) {
  addEventListener(name, (event) => {
    const { ctx } = event.detail;
    const isRefused = ctx?.response && ctx.response.status < 500 && ctx.response.status !== 429;
    if (!ctx || ctx !== sending || isRefused || !isReady()) return;
    event.stopPropagation();
    sending = null;
    draw();
  }, true);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  loadTables().catch(() => {});
  if (!pad()) unsent = [];
  if (ctx === sending) onAnswer(ctx);
  // a waiting round was refused: keys for the next one have no place
  else if (ctx.response.status !== 200) unsent = [];
  else if (tried && tried.step !== step()) dropTried();
  save();
  if (unsent.length && waiting().length === 0) draw();
  noteKeys();
});

function onAnswer({ response: { status } }) {
  sending = null;
  if (status === 200) unsent.shift();
  else dropTried();
  tried = null;
  if (shown && !unsent.length && shown !== contents()) markCorrected();
  setTimeout(send);
}

// The key without a response arrived, or it was refused, or another phone was first: then the server's panel counts.
function dropTried() {
  const hasArrived = isReady() && tried?.after === written(stored().data);
  unsent = hasArrived ? unsent.slice(1) : [];
  tried = null;
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
