// Updates from other phones: a stream announces a newer version of the table, which is then loaded. Unfinished input,
// focus and scroll position stay. Where streams do not work, the table is polled every few seconds.
import { lifted } from "./touch_guard.js";
import { drainAgain, drainDue, stateOf, waitsAt } from "./outbox.js";
import { beyondPad } from "./sheet_dom.js";
import { goOnIfRead } from "./keep_focus.js";
import { request } from "./fetch_retry.js";
import { question } from "./help_link.js";
import { tell } from "./connection_status.js";
import { way } from "./request_queue.js";

const POLL = 5000;
// the sheet waits at most this long for a line sent before it
const FIRST = 1000;
// the server sends something every 25 seconds; after a longer silence it is gone
const SILENCE = 35000;

const table = () => document.querySelector("#table");
const version = () => Number(table().dataset.version);

let stream = null;
let heard = 0;
let tries = 0;
let again = 0;
let missed = false;
// how often a reachable server had no sheet
let refusals = 0;
let timer = 0;
let ticket = table().dataset.live;
// what was loaded last: for the same the server need not render again
let fetched = { url: "", etag: "" };
let looking = null;
// the newest announced version
let newest = 0;
// the response was not shown, since something else was under way
let behind = false;

export const isBehind = () => behind;

// --- loading: the table as this phone shows it now ---

// Load what the entry panel shows, with the entered dice and whose turn they were for. With pending lines the pad is
// drawn here, over the sheet.
function address() {
  const query = question();
  if (waitsAt(location.pathname) && !beyondPad(query)) return `${location.pathname}?`;
  for (const name of ["seen", "told"]) query.delete(name);
  if (query.get("dice") || query.get("box")) query.set("turn", table().dataset.turn);
  return `${location.pathname}?${query}`;
}

// Return whether the server was reached. Pending lines are sent first, so that the sheet contains them; those that
// stay are drawn over it.
export function look() {
  looking ??= drainAndFetch().finally(() => { looking = null; });
  return looking;
}

async function drainAndFetch() {
  if (waitsAt(location.pathname)) await Promise.race([drainDue(), new Promise((late) => setTimeout(late, FIRST))]);
  return fetchTable();
}

async function fetchTable() {
  const url = address();
  const waited = stateOf(location.pathname);
  const shown = version();
  // it may lack lines sent meanwhile, or is shown already
  const isOld = () => waited !== stateOf(location.pathname) || shown !== version();
  const headers = { "HX-Request": "true" };
  if (fetched.url === url) headers["If-None-Match"] = fetched.etag;
  let answer;
  try {
    answer = await request(url, 10000, { headers, redirect: "error" });
  } catch {
    refusals = 0;
    return false;
  }
  if (answer.status === 404) return gone(url);
  behind = isOld();
  if (answer.status === 304) ticket = answer.headers.get("X-Live");
  else if (answer.status === 200 && answer.text.includes('id="table"')) await show(url, isOld, answer);
  else {
    refusals += 1;
    return false;
  }
  refusals = 0;
  return true;
}

// A line that was open may be gone, and so may the permission to see it.
function gone(url) {
  if (url === `${location.pathname}?`) location.reload();
  else location.replace(location.pathname);
  return false;
}

async function show(url, isOld, { headers, text }) {
  await lifted();
  // a question, a write, another die or a sent line meanwhile: the response to that will be newer
  if (way || !window.htmx || url !== address() || isOld()) {
    behind = true;
    return;
  }
  behind = false;
  fetched = { url, etag: headers.get("ETag") };
  // except notices of pending lines: they are drawn anew
  const note = document.querySelector("#note:not(:has([data-line]))");
  await window.htmx.swap({
    live: true,
    sourceElement: document.body,
    target: "#table",
    swap: "outerMorph show:none",
    text,
    request: { method: "GET", action: url },
    response: { status: 200, headers },
  });
  // a notice stays until it is answered; the player whose turn it is is still announced
  const say = document.querySelector(".panel .say");
  if (!note || !say || document.querySelector("#note")) return;
  const who = say.querySelector("#who");
  who?.classList.add("vh");
  say.replaceWith(...[who, note].filter(Boolean));
  goOnIfRead();
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  ticket = table().dataset.live;
  if (!ctx.live) fetched = { url: "", etag: "" };
});

document.addEventListener("htmx:finally:request", () => {
  if (behind || newest > version()) later(100);
});

// --- the stream ---

function open() {
  if (!window.EventSource) return;
  stream = new EventSource(`/live/${ticket}`);
  heard = 0;
  stream.addEventListener("beat", hear);
  stream.addEventListener("message", (event) => {
    hear();
    const told = Number(event.data);
    newest = Math.max(newest, told);
    // the response to this phone's own write is pending
    if (!told || (told > version() && !way)) look().then(() => { if (behind || newest > version()) later(200); });
  });
  stream.addEventListener("error", () => {
    close();
    tries += 1;
    // all phones of a table lose their streams at once: spread their return
    const wait = Math.random() * (tries < 3 ? 500 : Math.min(60000, 1000 * 2 ** tries));
    again = performance.now() + wait;
    later(Math.min(wait, POLL));
  });
}

function hear() {
  heard = Date.now();
  tries = 0;
  tell({ live: true });
}

function close() {
  stream?.close();
  stream = null;
}

// Load first, then open the stream with the token of that response. Without htmx nothing can be shown.
async function begin() {
  clearTimeout(timer);
  if (document.hidden) return;
  const reached = window.htmx && (await look());
  tell({ live: reached });
  // the server is back
  if (reached && missed) drainAgain();
  missed = !reached;
  if (reached && !stream && !document.hidden && performance.now() >= again) open();
  later(reached || refusals > 60 ? POLL : 800 + 600 * Math.random());
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(tick, wait);
}

function tick() {
  // a clock set back does not say for how long
  if (stream && heard && Math.abs(Date.now() - heard) > SILENCE) close();
  if (stream && heard && newest <= version() && !behind) later(POLL);
  else begin();
}

function wake() {
  tries = again = 0;
  missed = false;
  close();
  begin();
}

// No response: show the missing signal until the server is reached.
export function doubt() {
  tell({ live: false });
  wake();
}

document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else wake(); });
addEventListener("pagehide", close);
addEventListener("online", wake);

later(POLL);
if (window.htmx) open();
else begin();
