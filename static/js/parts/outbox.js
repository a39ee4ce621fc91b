// The outbox: every write is kept on this phone first, sent in the order of the taps, and forgotten only when the server
// has said of this very write what became of it. Anything else that answers (a hotel's log-in page, say) is no answer.
import { post } from "./post_entry.js";
import { tell } from "./connection_status.js";
import { ANSWERS } from "./http_status.js";
import { storedLines, storeLine, storeNews, unstoreLine } from "./outbox_db.js";
import { onWaking } from "./on_resume.js";
import { hearWindows, inTurn, tellWindows } from "./tab_sync.js";

// kept and sent again without being asked: busy, too much, too slow, not ours
const AGAIN = [408, 409, 422, 425, 429];
// how long whoever wrote a line waits for the answer to it
const AWAITED = 5000;

// this phone's lines, of all its windows and tables, oldest first; `why` of a line: what is in its way until somebody taps;
// `inPad`: its refusal lies in the pad here; `after`: what was thought to go out when it was written; `at`: when that was;
// `tried`: it may have arrived; `dropped`: it was taken back since; `undoes`: it takes back what had arrived;
// `stands`: the sheet that is seen has it already; `whose`: the mark of who wrote it, so that nobody else sends it as his
let lines = [];
// the keys of those that were written in this window
const written = new Set();
let draining = null;
// the key of the line that is just being sent
let going = "";
// since somebody tapped, or there was reason for hope
let failures = 0;
// times of these two by a clock that nobody sets
let notBefore = 0;
// what waits is sent by itself then
let alarm = 0;
let due = 0;
// what the page does: `decided(line, answer, alone)` shows what became of a line that waited; `changed()`; `elsewhere()`, where
// another window has added lines or done with some
let shows = { decided() {}, changed() {}, elsewhere() {} };
// whoever waits for the answer to a line that was just written
const waiters = new Map();

// What is to be seen waiting: not what the page awaits the answer to, nor what it shows as refused already, nor what is being
// taken back, unless nobody takes that.
export const linesOf = (table) => lines.filter((line) => !line.inPad && !line.dropped && (line.why || !line.undoes) && !waiters.has(line.key) && (!table || line.table === table));

export const waitingAt = (table) => linesOf(table).filter(({ why }) => !why);

export const waitsAt = (table) => waitingAt(table).length > 0;

// What is to be seen of them, to be compared.
export const stateOf = (table) => linesOf(table).map(({ key, why }) => `${key} ${why ?? ""}`).join();

export async function showLines(how) {
  shows = { decided() {}, elsewhere: how.changed, ...how };
  await readLines();
  tellLines();
  hearWindows(() => hearWindow().catch(() => {}));
}

// What is known of a line here stays, but for what another window may have done with it, or found in its way.
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

// Where nothing waits, nothing is known to be in the way.
function tellWaiting() {
  const waiting = waitingAt().length;
  tell(waiting ? { waiting } : { waiting, reached: true });
}

function tellLines() {
  tellWaiting();
  shows.changed();
}

// Keeps a line; fails where this browser keeps nothing.
export async function keepLine(line) {
  const isKept = () => lines.some(({ key }) => key === line.key);
  if (isKept()) return;
  const ahead = lines.filter(({ table, why, inPad }) => table === line.table && !why && !inPad);
  Object.assign(line, { at: Date.now(), after: ahead.map(({ key }) => key) });
  written.add(line.key);
  await storeLine(line);
  if (!isKept()) lines.push(line);
}

// Leaves a line that was kept to itself.
export function leaveKept() {
  tellWindows();
  drainNow();
}

// Gives the answer to a line that was kept, or nothing where none is to be had now.
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

// Somebody takes a line back. One that may have arrived goes on until the server has said so, and is taken back there.
export async function dropLine(line) {
  await readLines();
  if (line.why || !(line.tried || line.key === going)) return forgetLine(line);
  line.dropped = true;
  await keepState(line, { dropped: true });
}

// A tap sends it as whoever holds this phone now: `whose` is his mark, where the page has one.
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

// Another window may have taken it back since it was read, or whoever wrote it has signed out. Says whether it is there.
async function renew(line, news) {
  const there = await storeNews(line, news);
  Object.assign(line, news);
  if (!there) leaveOut(line);
  return there;
}

// Sends what waits; says whether the server was reached. Two windows of one phone take turns.
export function drain() {
  draining ??= inTurn(drainAll).catch(() => miss(0)).finally(() => { draining = null; });
  return draining;
}

// For a tap: with what was kept while others were on their way.
async function drainNow() {
  await draining;
  failures = 0;
  return drain();
}

// For whoever asks often: no sooner than it would be sent by itself.
export const drainDue = () => draining ?? (performance.now() >= due && drain());

// The server may be there again.
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

// In order. What was written while another was thought to go out waits until somebody has answered the refusal of that.
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

// The first line of a table that may go: it waits for none that stays, and was not just left to another window.
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
    // without a network nothing leaves the phone
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
    // what lies in the pad is kept, too: somebody has to see it
    if (answer.status === 200) await forgetLine(line);
    else await hold(line, noteOf(answer.text));
  }
}

// What arrived and was taken back before that was known is taken back in its place; once more where others wrote. Where that is
// refused it stands, and that is told.
async function takeBack(line, { status, entry, text }) {
  if (line.undoes && status === 422) return hold(line, noteOf(text));
  if (status !== (line.undoes ? 409 : 200)) return forgetLine(line);
  // a page on which nobody may write any more does not say what it has seen
  const seen = /name="seen" value="(\d+)"/.exec(text)?.[1] ?? entry;
  if (!seen) return hold(line, "404");
  const undoes = line.undoes ?? entry;
  const key = crypto.randomUUID();
  const fields = Object.entries({ key, seen, sure: undoes });
  await keepState(line, { key, fields, undoes, dropped: false, url: `${line.table}take-back/` });
}

// A refusal is told where somebody looks, and at first only where the line was written: an answer is waited for there. What
// comes from the future, by a clock that was put back, is as old as can be.
const isOthers = (line) => document.hidden || (!written.has(line.key) && Math.abs(Date.now() - line.at) < AWAITED);

function leaveToOthers() {
  if (document.hidden) tellWindows();
  else drainIn(AWAITED);
}

// Kept until somebody says what is to become of it. What was to be taken back may stand: it is seen again.
const hold = (line, why) => keepState(line, { why: why || "422", dropped: false });

const noteOf = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("#note p")?.textContent;

// Tried again by itself: phones that lost one server do not all come back at one moment.
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
