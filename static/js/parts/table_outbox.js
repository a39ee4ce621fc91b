// Writes of the table go through the outbox. Pending lines are drawn by a part loaded after the page
// (`pending_lines.js`); before that, requests to draw do nothing.
import { bringBack, goOn, keepNext, pad, pressHeld, putDice } from "./dice_pad.js";
import { fetchScript } from "./load_script.js";
import { lifted } from "./touch_guard.js";
import { doubt, isBehind, look } from "./live_updates.js";
import { drain, dropLine, forgetLine, keepLine, leaveKept, linesOf, retryLine, sendKept, showLines, stateOf, waitingAt, waitsAt } from "./outbox.js";
import { boxRows, head, labelOf, word } from "./sheet_dom.js";
import { request } from "./fetch_retry.js";
import { askedHere, question } from "./help_link.js";
import { hears } from "./connection_status.js";
import { feel } from "./haptics.js";
import { trouble } from "./send_error.js";
import { way, writing } from "./request_queue.js";

const WRITES = /\/(write|put-right|take-back)\/$/;
const IDLE = 1500;
// without the drawing part, pending lines are sent before they are drawn
const UNDRAWN = 5000;
const here = location.pathname;

// the last sheet from the server, without pending lines, and how many lines of this phone were saved since
let sent = "";
let since = 0;
// this browser stores nothing: everything is sent at once
let deaf = !window.isSecureContext || !window.indexedDB;
let warned = false;
let drawer = null;
let fetching = null;
// lines to leave to the outbox as soon as htmx is done with them, and those whose refusal it is about to show
const left = new Map();
const told = new Map();

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (event.defaultPrevented || !document.querySelector("#table") || deaf) return;
  if (ctx.request.method === "POST") {
    if (WRITES.test(ctx.request.action)) ctx.fetch = () => write(ctx).finally(lifted);
  } else if (!writing() && waitsAt(here) && padHere(ctx.request.action)) event.preventDefault();
});

async function write(ctx) {
  const line = lineOf(ctx.request);
  const alone = !waitsAt(here);
  try {
    await keepLine(line);
  } catch (error) {
    // nothing overtakes pending lines
    if (!alone) throw error;
    deaf = true;
    return window.fetch(ctx.request.action, ctx.request);
  }
  // behind others it waits for its turn
  const answer = alone ? await sendKept(line) : leaveKept();
  if (!answer) {
    left.set(ctx, line);
    return new Response(null, { status: 204 });
  }
  if (answer.status !== 200) told.set(ctx, line);
  return new Response(answer.text, { status: answer.status });
}

function lineOf({ body, action, submitter }) {
  const form = Object.fromEntries(body);
  delete form.csrfmiddlewaretoken;
  const kept = waitingAt(here);
  const ahead = kept.length + since;
  // lines in the sheet are among those it has seen
  const seen = Number(form.seen) + ahead - kept.filter(({ stands }) => stands).length;
  const fields = Object.entries({ ...form, seen, ahead });
  const { whose } = document.querySelector("#table").dataset;
  return { key: form.key, table: here, url: action, whose, fields, shown: shownOf(form, submitter) };
}

// What the sheet and the list show of a pending line.
function shownOf(form, submitter) {
  const row = document.getElementById(form.box)?.closest("tr");
  if (!row || form.line) return { text: submitter?.textContent.trim() ?? "" };
  const button = document.getElementById(form.box);
  const points = form.strike ? "0" : form.value?.split("x")[0] ?? button.firstChild?.textContent ?? "";
  const name = head(form.player).querySelector("b").textContent;
  const box = labelOf(row);
  const text = points === "?" ? word("unsure", box) : `${box} ${form.strike ? word("struck") : points}`;
  return { player: form.player, row: boxRows().indexOf(row), points, text: `${name}, ${text}` };
}

// there is nothing to swap in
document.addEventListener("htmx:after:request", (event) => {
  if (left.has(event.detail.ctx)) event.preventDefault();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const line = left.get(ctx);
  if (!line) return;
  left.delete(ctx);
  setTimeout(() => {
    const kept = linesOf(here).find(({ key }) => key === line.key);
    if (kept && drawer) drawer.leave(kept);
    else if (kept) leaveUndrawn();
    // another tab sent it, or the response came after the page stopped waiting
    else look();
  });
});

// At least show that it is pending; the next tap is another line.
function leaveUndrawn() {
  const count = waitingAt(here).length;
  trouble("lost", word(count === 1 ? "one" : "many", count));
  document.querySelector("form#write [name=key]").value = crypto.randomUUID();
  drawWaiting();
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const line = told.get(ctx);
  told.delete(ctx);
  // a refusal that no part could draw again is shown and removed
  if (line) drawer ? drawer.layRefused(line) : forgetLine(line);
  if (!ctx.again) {
    sent = document.querySelector("#table").outerHTML;
    since = 0;
  }
  drawer?.drawAll();
  warn();
});

async function decided(line, answer, alone) {
  if (line.table !== here) return;
  if (answer.status === 200) {
    if (!line.stands) since += 1;
    feel();
  } else if (alone) await drawer?.bringBackToPad(line, answer);
}

// Answer a question on the phone where the network does not answer.
export const padHere = (action) => !deaf && Boolean(drawer?.padHere(action));

// Say once that this browser could store lines and does not; the menu explains plain http.
function warn() {
  if (!deaf || warned || !window.isSecureContext) return;
  warned = true;
  trouble("deaf");
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

async function start() {
  sent = document.querySelector("#table").outerHTML;
  if (!deaf) await showLines({ decided, changed: () => drawer?.changed(), elsewhere: () => drawer?.elsewhere() }).catch(() => { deaf = true; });
  warn();
  // load what is needed without a network, or rarely, when the page is idle
  if (!deaf) setTimeout(() => navigator.serviceWorker?.register("/sw.js").catch(() => {}), IDLE);
  if (!linesOf(here).length && !document.querySelector("#share")) await pause(IDLE);
  // without storage nothing is drawn: only the rest of the part is needed
  if (deaf) return fetchPart(() => addEventListener("online", start, { once: true }));
  addEventListener("online", drawWaiting);
  await Promise.race([drawWaiting(), pause(UNDRAWN)]);
  drain();
}

// Load the drawing part again if that failed. Once it is there, pending lines are drawn once, for all callers.
async function drawWaiting() {
  if (drawer) return;
  await (fetching ??= fetchDrawer().then(drawFirst, () => {}).finally(() => { fetching = null; }));
}

function drawFirst() {
  if (linesOf(here).length) drawer.drawAll();
}

async function fetchDrawer() {
  const page = { askedHere, bringBack, doubt, drain, dropLine, forgetLine, goOn, hears, here, isBehind, keepNext, linesOf, look, pad, pressHeld, putDice, question, request, retryLine, stateOf, asking: () => Boolean(way), sheet: () => sent };
  const ready = new Promise((good, bad) => {
    document.addEventListener("offline:ready", (event) => good(event.detail(page)), { once: true });
    fetchPart(bad);
  });
  drawer = await ready;
}

const fetchPart = (onerror) => fetchScript(document.querySelector("#offline").dataset.pad, onerror);

start();
