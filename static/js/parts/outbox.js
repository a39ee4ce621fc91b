// The outbox: every write is stored on this phone first, sent in the order of the taps, and removed only when the
// server has confirmed or refused this very write. Other responses (a hotel's login page) do not count.
import { postLine } from "./post_entry.js";
import { setStatus } from "./connection_status.js";
import { ANSWERED } from "./http_status.js";
import { blockLine, lines, linesChanged, linesState, listener, readLines, removeLine, setListener, showCount, updateInStore, updateLine, waiters } from "./outbox_lines.js";
import { storeLine } from "./outbox_db.js";
import { onResume } from "./on_resume.js";
import { pause } from "./pause.js";
import { onTabMessage, withSendLock, notifyTabs } from "./tab_sync.js";

// retried without a tap: busy, too large, too slow, or not the app's own response
const RETRIED = [408, 409, 422, 425, 429];
// milliseconds that a user waits for the response to a new line
const RESPONSE_PATIENCE = 5000;

// keys of lines written in this tab
const written = new Set();
let sending = null;
// the key of the line being sent
let sendingKey = "";
// failed attempts since the last tap or sign of a network
let failures = 0;
// times of both by the monotonic clock
let notBefore = 0;
// when pending lines are sent by themselves
let alarm = 0;
let due = 0;

export async function openOutbox(callbacks) {
  setListener(callbacks);
  await readLines();
  linesChanged();
  onTabMessage(() => hearOtherTab().catch(() => {}));
}

async function hearOtherTab() {
  const before = linesState();
  await readLines();
  if (linesState() !== before) {
    linesChanged();
    listener.onOtherTab();
  }
  retryPending();
}

// Store a line; reject where this browser stores nothing.
export async function addLine(line) {
  const isStored = () => lines.some(({ key }) => key === line.key);
  if (isStored()) return;
  const ahead = lines.filter(({ table, why, inPad }) => table === line.table && !why && !inPad);
  Object.assign(line, { at: Date.now(), after: ahead.map(({ key }) => key) });
  written.add(line.key);
  await storeLine(line);
  if (!isStored()) lines.push(line);
}

// Leave a stored line to the outbox.
export function sendLater() {
  notifyTabs();
  sendAfterTap();
}

// Return the response to a stored line, or nothing where none is available now.
export async function sendNow(line) {
  const answer = new Promise((good) => waiters.set(line.key, good));
  const tried = sendAfterTap().then(() => null);
  const found = await Promise.race([answer, tried, pause(RESPONSE_PATIENCE)]);
  waiters.delete(line.key);
  if (!found) {
    showCount();
    notifyTabs();
  }
  return found;
}

// Undo a line. One that may have arrived is sent until the server confirms it, and is undone there.
export async function discardLine(line) {
  await readLines();
  line.dropped = true;
  if (line.why || !(line.tried || line.key === sendingKey)) return removeLine(line);
  await updateLine(line, { dropped: true });
}

// A tap sends it as the current person of this phone; `author` is the author token of the page, if any.
export async function retryLine(line, author) {
  await updateLine(line, { why: undefined, author, whose: undefined });
  notBefore = 0;
  return sendAfterTap();
}

// Send pending lines; return whether the server was reached. Two tabs of one phone take turns.
export function sendPending() {
  sending ??= withSendLock(sendAll).catch(() => retryLater(0)).finally(() => { sending = null; });
  return sending;
}

// After a tap: includes lines stored while others were being sent.
async function sendAfterTap() {
  await sending;
  failures = 0;
  return sendPending();
}

// For frequent callers: no sooner than the next retry.
export const sendIfDue = () => sending ?? (performance.now() >= due && sendPending());

// The server may be back.
export function retryPending() {
  if (!lines.length || document.hidden) return;
  failures = 0;
  sendPending();
}

async function sendAll() {
  clearTimeout(alarm);
  due = 0;
  await readLines();
  let reached = true;
  for (const table of new Set(lines.map((line) => line.table))) reached = await sendTable(table) && reached;
  return reached;
}

// Send in order. A line written while another was expected to be sent waits until a refusal of that is answered.
async function sendTable(table) {
  const passed = new Set();
  for (;;) {
    const line = nextLine(lines.filter((each) => each.table === table), passed);
    if (!line) return true;
    if (performance.now() < notBefore) return scheduleSending(notBefore - performance.now());
    passed.add(line.key);
    if (!await sendLine(line)) return false;
  }
}

// The first sendable line of a table: it depends on no blocked line and was not just left to another tab.
function nextLine(queue, passed) {
  const waitingKeys = new Set();
  for (const line of queue) {
    const { after, inPad, key, why } = line;
    const behind = after ? after.some((each) => waitingKeys.has(each)) : waitingKeys.size;
    if (!behind && !why && !inPad && !passed.has(key)) return line;
    waitingKeys.add(key);
  }
  return null;
}

async function sendLine(line) {
  setStatus({ sending: true });
  try {
    sendingKey = line.key;
    // without a network nothing is sent
    if (!await updateInStore(line, navigator.onLine && { tried: true })) return true;
    const answer = await postLine(line);
    if (answer.acked && ANSWERED.includes(answer.status)) await decide(line, answer);
    else if (answer.status < 400 || answer.status > 499 || RETRIED.includes(answer.status)) return retryLater(answer.wait);
    else await blockLine(line, String(answer.status));
  } catch {
    return retryLater(0);
  } finally {
    sendingKey = "";
    setStatus({ sending: false });
  }
  failures = 0;
  setStatus({ reached: true });
  return true;
}

async function decide(line, answer) {
  if (line.dropped || line.undoes) return undoSent(line, answer);
  const waiter = waiters.get(line.key);
  if (waiter) {
    // the page does not wait for the store
    const removed = answer.status === 200 && removeLine(line);
    if (!removed) {
      await blockLine(line, noticeIn(answer.text));
      line.inPad = waiters.has(line.key);
    }
    waiter(answer);
    await removed;
  } else if (answer.status !== 200 && belongsToOtherTab(line)) return leaveToOtherTab();
  else {
    const isOnly = lines.every(({ key, table }) => key === line.key || table !== line.table);
    await listener.onAnswer(line, answer, isOnly);
    // store lines of the pad, too: the user has to see the refusal
    if (answer.status === 200) await removeLine(line);
    else await blockLine(line, noticeIn(answer.text));
  }
}

// A line undone before its arrival was known is undone at its place, once more if others wrote. If that is refused,
// the line stays, and a notice says so.
async function undoSent(line, { status, entry, text }) {
  if (line.undoes && status === 422) return blockLine(line, noticeIn(text));
  if (status !== (line.undoes ? 409 : 200)) return removeLine(line);
  // a page without permission to write does not say which lines it has seen
  const seen = /name="seen" value="(\d+)"/.exec(text)?.[1] ?? entry;
  if (!seen) return blockLine(line, "404");
  const undoes = line.undoes ?? entry;
  const key = crypto.randomUUID();
  const fields = Object.entries({ key, seen, sure: undoes });
  await updateLine(line, { key, fields, undoes, dropped: false, url: `${line.table}take-back/` });
}

// Show a refusal where the user is, and at first only where the line was written: its response is awaited there. A
// time in the future (a clock set back) counts as very old.
const belongsToOtherTab = (line) => document.hidden || (!written.has(line.key) && Math.abs(Date.now() - line.at) < RESPONSE_PATIENCE);

function leaveToOtherTab() {
  if (document.hidden) notifyTabs();
  else scheduleSending(RESPONSE_PATIENCE);
}

const noticeIn = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("#note p")?.textContent;

// Retry later, with a random delay: phones that lost one server do not return at once.
function retryLater(wait) {
  failures += 1;
  if (wait) notBefore = performance.now() + wait;
  scheduleSending(Math.max(wait, Math.min(30000, 1000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random() / 2)));
  linesChanged();
  setStatus({ reached: false });
  return false;
}

function scheduleSending(pause) {
  clearTimeout(alarm);
  due = performance.now() + pause;
  alarm = setTimeout(sendPending, pause);
  return false;
}

onResume(retryPending);
