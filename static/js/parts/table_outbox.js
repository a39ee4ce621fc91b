// Sends the writes of the table through the outbox. Pending lines are drawn by a part loaded after the page
// (`pending_lines.js`); before that, requests to draw do nothing.
import { enterNext, pad, restoreDice, setDice, storeNext, tapHeldBox } from "./dice_pad.js";
import { loadScript } from "./load_script.js";
import { fingerLifted } from "./touch_guard.js";
import { isStale, reconnect, refresh } from "./live_updates.js";
import { addLine, discardLine, openOutbox, retryLine, sendLater, sendNow, sendPending } from "./outbox.js";
import { hasPending, linesState, pendingLines, removeLine, visibleLines, waiters } from "./outbox_lines.js";
import { boxRows, columnHead, rowLabel, textFor } from "./sheet_dom.js";
import { request } from "./fetch_retry.js";
import { panelQuery, setPanelQuery } from "./panel_address.js";
import { isLive } from "./connection_status.js";
import { vibrate } from "./haptics.js";
import { showSendError } from "./send_error.js";
import { pause } from "./pause.js";
import { isWriting, tableRequest } from "./pending_request.js";

const WRITES = /\/(write|correct|take-back)\/$/;
const IDLE = 1500;
// without the drawing part, pending lines are sent before they are drawn
const DRAW_PATIENCE = 5000;
const here = location.pathname;

// the last sheet from the server, without pending lines, and how many lines of this phone were saved since
let lastSheet = "";
let sentSince = 0;
// this browser stores nothing: everything is sent at once
let noStorage = !window.isSecureContext || !window.indexedDB;
let isWarned = false;
let drawer = null;
let loading = null;
// lines to leave to the outbox as soon as htmx is done with them, and those whose refusal it is about to show
const handedOver = new Map();
const refusedLines = new Map();

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (event.defaultPrevented || noStorage) return;
  if (ctx.request.method === "POST") {
    if (WRITES.test(ctx.request.action)) ctx.fetch = () => sendWrite(ctx).finally(fingerLifted);
  } else if (!isWriting() && hasPending(here) && answerOnPhone(ctx.request.action)) event.preventDefault();
});

async function sendWrite(ctx) {
  const line = buildLine(ctx.request);
  const isAlone = !hasPending(here);
  // an old phone takes 40 milliseconds to store it
  const erase = isAlone && drawer?.drawSending(line);
  try {
    await addLine(line);
  } catch (error) {
    // nothing overtakes pending lines
    if (!isAlone) throw error;
    noStorage = true;
    erase?.();
    return window.fetch(ctx.request.action, ctx.request);
  }
  // behind others it waits for its turn
  const answer = isAlone ? await sendNow(line) : sendLater();
  if (!answer) {
    handedOver.set(ctx, line);
    return new Response(null, { status: 204 });
  }
  if (answer.status !== 200) refusedLines.set(ctx, line);
  return new Response(answer.text, { status: answer.status });
}

function buildLine({ body, action, submitter }) {
  const form = Object.fromEntries(body);
  delete form.csrfmiddlewaretoken;
  const pendingHere = pendingLines(here);
  const ahead = pendingHere.length + sentSince;
  // lines in the sheet are among those it has seen
  const seen = Number(form.seen) + ahead - pendingHere.filter(({ inSheet }) => inSheet).length;
  const fields = Object.entries({ ...form, seen, ahead });
  const { author } = document.querySelector("#table").dataset;
  return { key: form.key, table: here, url: action, author, fields, shown: summaryOf(form, submitter) };
}

// What the sheet and the list show of a pending line.
function summaryOf(form, submitter) {
  const row = document.getElementById(form.box)?.closest("tr");
  if (!row || form.line) return { text: drawer?.cardLineText(submitter) ?? submitter?.textContent.trim() ?? "" };
  const button = document.getElementById(form.box);
  const points = form.strike ? "0" : form.value?.split("x")[0] ?? button.firstChild?.textContent ?? "";
  const name = columnHead(form.player).querySelector("b").textContent;
  const box = rowLabel(row);
  const text = points === "?" ? textFor("unsure", box) : `${box} ${form.strike ? textFor("struck") : points}`;
  return { player: form.player, row: boxRows().indexOf(row), points, text: `${name}, ${text}` };
}

// there is nothing to swap in
document.addEventListener("htmx:after:request", (event) => {
  if (handedOver.has(event.detail.ctx)) event.preventDefault();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const line = handedOver.get(ctx);
  if (!line) return;
  handedOver.delete(ctx);
  setTimeout(() => {
    const visible = visibleLines(here).find(({ key }) => key === line.key);
    if (visible && drawer) drawer.onHandedOver(visible);
    else if (visible) showUndrawn();
    // another tab sent it, or the response came after the page stopped waiting
    else refresh();
  });
});

// At least show that it is pending; the next tap is another line.
function showUndrawn() {
  const count = pendingLines(here).length;
  showSendError("lost", textFor(count === 1 ? "one" : "many", count));
  document.querySelector("form#write [name=key]").value = crypto.randomUUID();
  drawPending();
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const line = refusedLines.get(ctx);
  refusedLines.delete(ctx);
  // a refusal that no part could draw again is shown and removed
  if (line) drawer ? drawer.showRefused(line) : removeLine(line);
  if (!ctx.again) {
    lastSheet = ctx.text;
    sentSince = 0;
  }
  drawer?.drawAll();
  warnOnce();
});

async function onAnswer(line, answer, isOnly) {
  if (line.table !== here) return;
  if (answer.status === 200) {
    if (!line.inSheet) sentSince += 1;
    vibrate();
  } else if (isOnly) await drawer?.returnToPad(line, answer);
}

// Answer a question on the phone where the network does not answer.
export const answerOnPhone = (action) => !noStorage && Boolean(drawer?.answerOnPhone(action));

// Say once that this browser could store lines and does not; the menu explains plain http.
function warnOnce() {
  if (!noStorage || isWarned || !window.isSecureContext) return;
  isWarned = true;
  showSendError("deaf");
}

async function start() {
  lastSheet = document.querySelector("#table").outerHTML;
  if (!noStorage) await openOutbox({ onAnswer, onChange: () => drawer?.onChange(), onOtherTab: () => drawer?.onOtherTab() }).catch(() => { noStorage = true; });
  warnOnce();
  // load what is needed without a network, or rarely, when the page is idle
  if (!noStorage) setTimeout(() => navigator.serviceWorker?.register("/sw.js").catch(() => {}), IDLE);
  // nor idle where the next Back closes what is open (`back_button.js`)
  if (!visibleLines(here).length && !document.querySelector("#share, [data-depth], [data-closers]")) await pause(IDLE);
  // without storage nothing is drawn: only the rest of the part is needed
  if (noStorage) return loadDrawingScript(() => addEventListener("online", start, { once: true }));
  // an attempt without signal may not have failed yet
  addEventListener("online", () => Promise.resolve(loading).then(drawPending));
  await Promise.race([drawPending(), pause(DRAW_PATIENCE)]);
  sendPending();
}

// Load the drawing part again if that failed. Once it is there, pending lines are drawn once, for all callers.
async function drawPending() {
  if (drawer) return;
  await (loading ??= loadDrawer().then(drawFirst, () => {}).finally(() => { loading = null; }));
}

function drawFirst() {
  if (visibleLines(here).length) drawer.drawAll();
}

async function loadDrawer() {
  const page = { setPanelQuery, restoreDice, reconnect, sendPending, discardLine, removeLine, enterNext, isLive, here, isStale, storeNext, visibleLines, refresh, pad, tapHeldBox, setDice, panelQuery, request, retryLine, linesState, isBusy: () => Boolean(tableRequest), stopWaiting: () => waiters.forEach((late) => late()), sheet: () => lastSheet };
  const ready = new Promise((good, bad) => {
    document.addEventListener("offline:ready", (event) => good(event.detail(page)), { once: true });
    loadDrawingScript(bad);
  });
  drawer = await ready;
}

const loadDrawingScript = (onerror) => loadScript(document.querySelector("#offline").dataset.pad, onerror);

start();
