// The outbox: every write is stored on this phone first, sent in the order of the taps, and removed only when the
// server has confirmed or refused this very write. Other responses (a hotel's login page) do not count.
import { post } from "./post_entry.js";
import { tell } from "./connection_status.js";
import { ANSWERS } from "./http_status.js";
import { storedLines, storeLine, storeNews, unstoreLine } from "./outbox_db.js";
import { onWaking } from "./on_resume.js";
import { hearWindows, inTurn, tellWindows } from "./tab_sync.js";

// retried without a tap: busy, too large, too slow, or not the app's own response
const AGAIN = [408, 409, 422, 425, 429];
// milliseconds that a user waits for the response to a new line
const AWAITED = 5000;

// pending lines of this phone, of all tabs and tables, oldest first; `why`: why it waits for a tap; `inPad`: its
// refusal is in this pad; `after`: lines expected to be sent before it; `at`: when it was written; `tried`: it may
// have arrived; `dropped`: undone since; `undoes`: it undoes a line that had arrived; `stands`: the visible sheet has
// it already; `whose`: the token of its author, so that no other person sends it
let lines = [];
// keys of lines written in this tab
const written = new Set();
let draining = null;
// the key of the line being sent
let going = "";
// failed attempts since the last tap or sign of a network
let failures = 0;
// times of both by the monotonic clock
let notBefore = 0;
// when pending lines are sent by themselves
let alarm = 0;
let due = 0;
// callbacks of the page: `decided(line, answer, alone)` shows the outcome of a pending line; `changed()`;
// `elsewhere()`: another tab added or finished lines
let shows = { decided() {}, changed() {}, elsewhere() {} };
// callers waiting for the response to a line just written
const waiters = new Map();

// Lines to show as pending: not those whose response the page awaits, nor those it shows as refused, nor those being
// undone, unless the undo is blocked.
export const linesOf = (table) => lines.filter((line) => !line.inPad && !line.dropped && (line.why || !line.undoes) && !waiters.has(line.key) && (!table || line.table === table));

export const waitingAt = (table) => linesOf(table).filter(({ why }) => !why);

export const waitsAt = (table) => waitingAt(table).length > 0;

// What is visible of them, for comparison.
export const stateOf = (table) => linesOf(table).map(({ key, why }) => `${key} ${why ?? ""}`).join();

export async function showLines(how) {
  shows = { decided() {}, elsewhere: how.changed, ...how };
  await readLines();
  tellLines();
  hearWindows(() => hearWindow().catch(() => {}));
}

// Keep what is known of a line here, except what another tab did with it.
async function readLines() {
  const stored = await storedLines();
  const known = new Map(lines.map((line) => [line.key, line]));
  lines = stored.map((line) => {
    const here = known.get(line.key) ?? line;
    return Object.assign(here, line, { dropped: !line.why && (here.dropped || line.dropped), tried: here.tried || line.tried });
  });
}

async function hearWindow() {
  const before = stateOf();
  await readLines();
  if (stateOf() !== before) {
    tellLines();
    shows.elsewhere();
  }
  drainAgain();
}

// Without pending lines nothing is blocked.
function tellWaiting() {
  const waiting = waitingAt().length;
  tell(waiting ? { waiting } : { waiting, reached: true });
}

function tellLines() {
  tellWaiting();
  shows.changed();
}

// Store a line; reject where this browser stores nothing.
export async function keepLine(line) {
  const isKept = () => lines.some(({ key }) => key === line.key);
  if (isKept()) return;
  const ahead = lines.filter(({ table, why, inPad }) => table === line.table && !why && !inPad);
  Object.assign(line, { at: Date.now(), after: ahead.map(({ key }) => key) });
  written.add(line.key);
  await storeLine(line);
  if (!isKept()) lines.push(line);
}

// Leave a stored line to the outbox.
export function leaveKept() {
  tellWindows();
  drainNow();
}

// Return the response to a stored line, or nothing where none is available now.
export async function sendKept(line) {
  const answer = new Promise((good) => waiters.set(line.key, good));
  const tried = drainNow().then(() => null);
  const found = await Promise.race([answer, tried, new Promise((late) => setTimeout(late, AWAITED))]);
  waiters.delete(line.key);
  if (!found) {
    tellWaiting();
    tellWindows();
  }
  return found;
}

export async function forgetLine(line) {
  await unstoreLine(line);
  leaveOut(line);
  tellWindows();
}

function leaveOut(line) {
  lines = lines.filter(({ key }) => key !== line.key);
  tellLines();
}

// Undo a line. One that may have arrived is sent until the server confirms it, and is undone there.
export async function dropLine(line) {
  await readLines();
  if (line.why || !(line.tried || line.key === going)) return forgetLine(line);
  line.dropped = true;
  await keepState(line, { dropped: true });
}

// A tap sends it as the current person of this phone; `whose` is the author token of the page, if any.
export async function retryLine(line, whose) {
  await keepState(line, { why: undefined, whose });
  notBefore = 0;
  return drainNow();
}

async function keepState(line, news) {
  await renew(line, news);
  tellLines();
  tellWindows();
}

// Another tab may have undone it, or its author logged out. Return whether it is still stored.
async function renew(line, news) {
  const there = await storeNews(line, news);
  Object.assign(line, news);
  if (!there) leaveOut(line);
  return there;
}

// Send pending lines; return whether the server was reached. Two tabs of one phone take turns.
export function drain() {
  draining ??= inTurn(drainAll).catch(() => miss(0)).finally(() => { draining = null; });
  return draining;
}

// After a tap: includes lines stored while others were being sent.
async function drainNow() {
  await draining;
  failures = 0;
  return drain();
}

// For frequent callers: no sooner than the next retry.
export const drainDue = () => draining ?? (performance.now() >= due && drain());

// The server may be back.
export function drainAgain() {
  if (!lines.length || document.hidden) return;
  failures = 0;
  drain();
}

async function drainAll() {
  clearTimeout(alarm);
  due = 0;
  await readLines();
  let reached = true;
  for (const table of new Set(lines.map((line) => line.table))) reached = await drainTable(table) && reached;
  return reached;
}

// Send in order. A line written while another was expected to be sent waits until a refusal of that is answered.
async function drainTable(table) {
  const left = new Set();
  for (;;) {
    const line = nextLine(lines.filter((each) => each.table === table), left);
    if (!line) return true;
    if (performance.now() < notBefore) return drainIn(notBefore - performance.now());
    left.add(line.key);
    if (!await sendLine(line)) return false;
  }
}

// The first sendable line of a table: it depends on no blocked line and was not just left to another tab.
function nextLine(queue, left) {
  const stays = new Set();
  for (const line of queue) {
    const { after, inPad, key, why } = line;
    const behind = after ? after.some((each) => stays.has(each)) : stays.size;
    if (!behind && !why && !inPad && !left.has(key)) return line;
    stays.add(key);
  }
  return null;
}

async function sendLine(line) {
  tell({ sending: true });
  try {
    going = line.key;
    // without a network nothing is sent
    if (!await renew(line, navigator.onLine && { tried: true })) return true;
    const answer = await post(line);
    if (answer.acked && ANSWERS.includes(answer.status)) await decide(line, answer);
    else if (answer.status < 400 || answer.status > 499 || AGAIN.includes(answer.status)) return miss(answer.wait);
    else await hold(line, String(answer.status));
  } catch {
    return miss(0);
  } finally {
    going = "";
    tell({ sending: false });
  }
  failures = 0;
  tell({ reached: true });
  return true;
}

async function decide(line, answer) {
  if (line.dropped || line.undoes) return takeBack(line, answer);
  const waiter = waiters.get(line.key);
  if (waiter) {
    if (answer.status === 200) await forgetLine(line);
    else {
      await hold(line, noteOf(answer.text));
      line.inPad = waiters.has(line.key);
    }
    waiter(answer);
  } else if (answer.status !== 200 && isOthers(line)) return leaveToOthers();
  else {
    const alone = lines.every(({ key, table }) => key === line.key || table !== line.table);
    await shows.decided(line, answer, alone);
    // store lines of the pad, too: the user has to see the refusal
    if (answer.status === 200) await forgetLine(line);
    else await hold(line, noteOf(answer.text));
  }
}

// A line undone before its arrival was known is undone at its place, once more if others wrote. If that is refused,
// the line stays, and a notice says so.
async function takeBack(line, { status, entry, text }) {
  if (line.undoes && status === 422) return hold(line, noteOf(text));
  if (status !== (line.undoes ? 409 : 200)) return forgetLine(line);
  // a page without permission to write does not say which lines it has seen
  const seen = /name="seen" value="(\d+)"/.exec(text)?.[1] ?? entry;
  if (!seen) return hold(line, "404");
  const undoes = line.undoes ?? entry;
  const key = crypto.randomUUID();
  const fields = Object.entries({ key, seen, sure: undoes });
  await keepState(line, { key, fields, undoes, dropped: false, url: `${line.table}take-back/` });
}

// Show a refusal where the user is, and at first only where the line was written: its response is awaited there. A
// time in the future (a clock set back) counts as very old.
const isOthers = (line) => document.hidden || (!written.has(line.key) && Math.abs(Date.now() - line.at) < AWAITED);

function leaveToOthers() {
  if (document.hidden) tellWindows();
  else drainIn(AWAITED);
}

// Store it until the user decides. A line that was to be undone may stay: show it again.
const hold = (line, why) => keepState(line, { why: why || "422", dropped: false });

const noteOf = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("#note p")?.textContent;

// Retry later, with a random delay: phones that lost one server do not return at once.
function miss(wait) {
  failures += 1;
  if (wait) notBefore = performance.now() + wait;
  drainIn(Math.max(wait, Math.min(30000, 1000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random() / 2)));
  tellLines();
  tell({ reached: false });
  return false;
}

function drainIn(pause) {
  clearTimeout(alarm);
  due = performance.now() + pause;
  alarm = setTimeout(drain, pause);
  return false;
}

onWaking(drainAgain);
