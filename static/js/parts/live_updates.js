// Updates from other phones: a stream announces a newer version of the table, which is then loaded. Unfinished input,
// focus and scroll position stay. Where streams do not work, the table is polled every few seconds.
import { fingerLifted } from "./touch_guard.js";
import { retryPending, sendIfDue } from "./outbox.js";
import { hasPending, linesState } from "./outbox_lines.js";
import { isOtherPanel } from "./sheet_dom.js";
import { restoreNoticeFocus } from "./notice_focus.js";
import { request } from "./fetch_retry.js";
import { pause } from "./pause.js";
import { panelQuery, table } from "./panel_address.js";
import { setStatus } from "./connection_status.js";
import { tableRequest } from "./pending_request.js";

const POLL = 5000;
// the sheet waits at most this long for a line sent before it
const FIRST = 1000;
// the server sends something every 25 seconds; after a longer silence it is gone
const SILENCE = 35000;

const version = () => Number(table().dataset.version);

let stream = null;
let heardAt = 0;
let tries = 0;
let openAfter = 0;
let wasUnreachable = false;
// how often a reachable server had no sheet
let refusals = 0;
let timer = 0;
let streamToken = table().dataset.live;
// what was loaded last: for the same the server need not render again
let fetched = { url: "", etag: "" };
let refreshing = null;
// the newest announced version
let newest = 0;
// the response was not shown, since something else was under way
let isOutdated = false;

export const isStale = () => isOutdated;

// --- loading: the table as this phone shows it now ---

// Load what the entry panel shows, with the entered dice and whose turn they were for. With pending lines the pad is
// drawn here, over the sheet.
function tableUrl() {
  const query = panelQuery();
  if (hasPending(location.pathname) && !isOtherPanel(query)) return `${location.pathname}?`;
  for (const name of ["seen", "notice"]) query.delete(name);
  if (query.get("dice") || query.get("box")) query.set("turn", table().dataset.turn);
  return `${location.pathname}?${query}`;
}

// Return whether the server was reached. Pending lines are sent first, so that the sheet contains them; those that
// stay are drawn over it.
export function refresh() {
  refreshing ??= sendAndFetch().finally(() => { refreshing = null; });
  return refreshing;
}

async function sendAndFetch() {
  if (hasPending(location.pathname)) await Promise.race([sendIfDue(), pause(FIRST)]);
  return fetchTable();
}

async function fetchTable() {
  const url = tableUrl();
  const linesBefore = linesState(location.pathname);
  const versionBefore = version();
  // it may lack lines sent meanwhile, or is shown already
  const isOld = () => linesBefore !== linesState(location.pathname) || versionBefore !== version();
  const headers = { "HX-Request": "true" };
  if (fetched.url === url) headers["If-None-Match"] = fetched.etag;
  let answer;
  try {
    answer = await request(url, 10000, { headers, redirect: "error" });
  } catch {
    refusals = 0;
    return false;
  }
  if (answer.status === 404) return leaveGone(url);
  isOutdated = isOld();
  if (answer.status === 304) streamToken = answer.headers.get("X-Live");
  else if (answer.status === 200 && answer.text.includes('id="table"')) await show(url, isOld, answer);
  else {
    refusals += 1;
    return false;
  }
  refusals = 0;
  return true;
}

// A line that was open may be gone, and so may the permission to see it.
function leaveGone(url) {
  if (url === `${location.pathname}?`) location.reload();
  else location.replace(location.pathname);
  return false;
}

async function show(url, isOld, { headers, text }) {
  await fingerLifted();
  // a question, a write, another die or a sent line meanwhile: the response to that will be newer
  if (tableRequest || !window.htmx || url !== tableUrl() || isOld()) {
    isOutdated = true;
    return;
  }
  isOutdated = false;
  fetched = { url, etag: headers.get("ETag") };
  // except notices of pending lines, which are drawn anew: below the question of cards, or with keys
  const note = document.querySelector("#note:not(.why, :has([data-line]))");
  await window.htmx.swap({
    live: true,
    sourceElement: document.body,
    target: "#table",
    // the morph is a task of its own, as for other responses; in JSON, which htmx reads without compiling a pattern
    swap: 'outerMorph {"swap":1,"show":"none"}',
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
  restoreNoticeFocus();
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  streamToken = table().dataset.live;
  if (!ctx.live) fetched = { url: "", etag: "" };
});

document.addEventListener("htmx:finally:request", () => {
  if (isOutdated || newest > version()) checkIn(100);
});

// --- the stream ---

function openStream() {
  if (!window.EventSource) return;
  stream = new EventSource(`/live/${streamToken}`);
  heardAt = 0;
  stream.addEventListener("beat", noteBeat);
  stream.addEventListener("message", (event) => {
    noteBeat();
    const announced = Number(event.data);
    newest = Math.max(newest, announced);
    // the response to this phone's own write is pending
    if (!announced || (announced > version() && !tableRequest)) refresh().then(() => { if (isOutdated || newest > version()) checkIn(200); });
  });
  stream.addEventListener("error", () => {
    closeStream();
    tries += 1;
    // all phones of a table lose their streams at once: spread their return
    const wait = Math.random() * (tries < 3 ? 500 : Math.min(60000, 1000 * 2 ** tries));
    openAfter = performance.now() + wait;
    checkIn(Math.min(wait, POLL));
  });
}

function noteBeat() {
  heardAt = Date.now();
  tries = 0;
  setStatus({ live: true });
}

function closeStream() {
  stream?.close();
  stream = null;
}

// Load first, then open the stream with the token of that response. Without htmx nothing can be shown.
async function refreshAndOpen() {
  clearTimeout(timer);
  if (document.hidden) return;
  const reached = window.htmx && (await refresh());
  setStatus({ live: reached });
  // the server is back
  if (reached && wasUnreachable) retryPending();
  wasUnreachable = !reached;
  if (reached && !stream && !document.hidden && performance.now() >= openAfter) openStream();
  checkIn(reached || refusals > 60 ? POLL : 800 + 600 * Math.random());
}

function checkIn(wait) {
  clearTimeout(timer);
  timer = setTimeout(checkStream, wait);
}

function checkStream() {
  // a clock set back does not say for how long
  if (stream && heardAt && Math.abs(Date.now() - heardAt) > SILENCE) closeStream();
  if (stream && heardAt && newest <= version() && !isOutdated) checkIn(POLL);
  else refreshAndOpen();
}

function restart() {
  tries = openAfter = 0;
  wasUnreachable = false;
  closeStream();
  refreshAndOpen();
}

// No response: show the missing signal until the server is reached.
export function reconnect() {
  setStatus({ live: false });
  restart();
}

document.addEventListener("visibilitychange", () => { if (document.hidden) closeStream(); else restart(); });
addEventListener("pagehide", closeStream);
addEventListener("online", restart);

checkIn(POLL);
if (window.htmx) openStream();
else refreshAndOpen();
