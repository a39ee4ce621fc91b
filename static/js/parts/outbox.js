// The outbox: every write is kept on this phone first, sent in the order of the taps, and forgotten only when the server
// has said of this very write what became of it. Anything else that answers (a hotel's log-in page, say) is no answer.
import { tell } from "./signal.js";
import { storeAgain, storedLines, storeLine, unstoreLine } from "./store.js";

const DECIDED = [200, 409, 422];
// kept and sent again without being asked: busy, too much, too slow, not ours
const AGAIN = [408, 409, 422, 425, 429];
const PATIENCE = 15000;
// how long whoever wrote a line waits for the answer to it
const AWAITED = PATIENCE / 3;
const SHARED = "scorekeeper-outbox";

// this phone's lines, of all its windows and tables, oldest first; `why` of a line: what is in its way until somebody taps;
// `inPad`: its refusal lies in the pad; `after`: what was thought to go out when it was written; `at`: when that was;
// `tried`: it may have arrived; `dropped`: it was taken back since; `undoes`: it takes back what had arrived
let lines = [];
// the keys of those that were written in this window
const written = new Set();
let draining = null;
let failures = 0;
let notBefore = 0;
let alarm = 0;
let token = "";
// what the page does: `decided(line, answer, alone)` says whether nothing of the line is left to show; `changed()`;
// `elsewhere()`, where another window has added lines or done with some
let shows = { decided: () => true, changed() {}, elsewhere() {} };
// whoever waits for the answer to a line that was just written
const waiters = new Map();

// What is to be seen waiting: not what the page awaits the answer to, nor what it shows as refused already.
export const linesOf = (table) => lines.filter((line) => !line.inPad && !line.dropped && !line.undoes && !waiters.has(line.key) && (!table || line.table === table));

export const waitsAt = (table) => linesOf(table).some(({ why }) => !why);

export async function showLines(how) {
  shows = { elsewhere: how.changed, ...how };
  await readLines();
  tellLines();
  windows?.addEventListener("message", () => hearWindow().catch(() => {}));
}

// What is known of a line here stays, but for what another window may have found in its way.
async function readLines() {
  const stored = await storedLines();
  const known = new Map(lines.map((line) => [line.key, line]));
  lines = stored.map((line) => {
    const here = known.get(line.key) ?? line;
    return Object.assign(here, { why: line.why, dropped: here.dropped || line.dropped });
  });
}

// --- the other windows of this phone: they have one outbox ---

const windows = window.BroadcastChannel ? new BroadcastChannel(SHARED) : null;
const tellWindows = () => windows?.postMessage("");
const state = () => lines.map(({ key, why, dropped }) => `${key} ${why ?? ""} ${dropped ?? ""}`).join();

async function hearWindow() {
  const before = state();
  await readLines();
  if (state() !== before) {
    tellLines();
    shows.elsewhere();
  }
  if (lines.length && !document.hidden) drain();
}

function tellLines() {
  tell({ waiting: linesOf().filter(({ why }) => !why).length });
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
  drain();
}

// Gives the answer to a line that was kept, or nothing where none is to be had now.
export async function sendKept(line) {
  const answer = new Promise((good) => waiters.set(line.key, good));
  const tried = (async () => {
    await draining;
    await drain();
  })();
  const found = await Promise.race([answer, tried, new Promise((late) => setTimeout(late, AWAITED))]);
  waiters.delete(line.key);
  if (!found) tellWindows();
  return found;
}

export async function forgetLine(line) {
  await unstoreLine(line);
  lines = lines.filter(({ key }) => key !== line.key);
  tellLines();
  tellWindows();
}

// Somebody takes a line back. One that may have arrived goes on until the server has said so, and is taken back there.
export async function dropLine(line) {
  if (!line.tried || line.why) return forgetLine(line);
  line.dropped = true;
  await keepState(line);
}

export async function retryLine(line) {
  await change(line, undefined);
  notBefore = 0;
  return drain();
}

const change = (line, why) => keepState(line, { why });

// Another window may have done with it meanwhile.
async function keepState(line, news) {
  if (await storeAgain({ ...line, ...news })) Object.assign(line, news);
  else lines = lines.filter((each) => each !== line);
  tellLines();
  tellWindows();
}

// Sends what waits; says whether the server was reached. Two windows of one phone take turns.
export function drain() {
  clearTimeout(alarm);
  draining ??= locked(drainAll).catch(() => false).finally(() => { draining = null; });
  return draining;
}

// A window that sleeps may keep the others out: after a while they send without it, which its keys make harmless.
async function locked(act) {
  if (!navigator.locks) return act();
  try {
    return await navigator.locks.request(SHARED, { signal: AbortSignal.timeout(PATIENCE) }, act);
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    return act();
  }
}

async function drainAll() {
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
    left.add(line.key);
    if (Date.now() < notBefore || !await sendLine(line)) return false;
  }
}

// The first line of a table that may go: it waits for none that stays, and was not just left to another window.
function nextLine(queue, left) {
  const stays = new Set();
  for (const { after, inPad, key, why } of queue) {
    const behind = after ? after.some((each) => stays.has(each)) : stays.size;
    if (!behind && !why && !inPad && !left.has(key)) return queue.find((line) => line.key === key);
    stays.add(key);
  }
  return null;
}

async function sendLine(line) {
  tell({ sending: true });
  try {
    // without a network nothing leaves the phone
    if (navigator.onLine && !line.tried) await storeAgain(Object.assign(line, { tried: true }));
    let answer = await request(line);
    if (answer.status === 403 && !answer.acked) {
      token = await freshToken(line.table);
      answer = await request(line);
    }
    if (answer.acked && DECIDED.includes(answer.status)) await decide(line, answer);
    else if (answer.status < 400 || answer.status > 499 || AGAIN.includes(answer.status)) return miss(answer.wait);
    else if (line.dropped || line.undoes) await forgetLine(line);
    else await hold(line, String(answer.status));
  } catch {
    return miss(0);
  } finally {
    tell({ sending: false });
  }
  failures = 0;
  tell({ reached: true });
  return true;
}

async function request(line) {
  const form = document.querySelector("#write [name=csrfmiddlewaretoken]")?.value;
  if (!form && !token) token = await freshToken(line.table);
  const answer = await fetch(line.url, {
    method: "POST",
    body: new URLSearchParams(line.fields),
    headers: { "HX-Request": "true", "X-CSRFToken": token || form },
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
  const { status, headers } = answer;
  const wait = 1000 * Number(headers.get("Retry-After")) || 0;
  const [acked, entry] = [headers.get("X-Ack") === line.key, headers.get("X-Entry")];
  return { status, wait, acked, entry, text: await answer.text() };
}

// Of a table that is shut there is no page; that for codes has a token for anybody.
async function freshToken(table) {
  return await tokenAt(table) || tokenAt("/join/");
}

async function tokenAt(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
  return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await answer.text())?.[1] ?? "";
}

async function decide(line, answer) {
  if (line.dropped || line.undoes) return takeBack(line, answer);
  const waiter = waiters.get(line.key);
  if (waiter) {
    // a refusal is forgotten when it is in the pad again
    if (answer.status === 200) await forgetLine(line);
    else line.inPad = true;
    waiter(answer);
  } else if (answer.status !== 200 && isOthers(line)) return leaveToOthers();
  else {
    const alone = lines.every(({ key, table }) => key === line.key || table !== line.table);
    if (await shows.decided(line, answer, alone) || answer.status === 200) await forgetLine(line);
    else await hold(line, noteOf(answer.text));
  }
}

// What arrived and was taken back before that was known is taken back in its place; once more where others wrote.
async function takeBack(line, { status, entry, text }) {
  if (status !== (line.undoes ? 409 : 200)) return forgetLine(line);
  const undoes = line.undoes ?? entry;
  const key = crypto.randomUUID();
  const seen = /name="seen" value="(\d+)"/.exec(text)?.[1];
  const fields = Object.entries({ key, seen, entry: undoes });
  await keepState(line, { key, fields, undoes, dropped: false, url: `${line.table}take-back/` });
}

// A refusal is told where somebody looks, and at first only where the line was written: an answer is waited for there.
const isOthers = (line) => document.hidden || (!written.has(line.key) && Date.now() - line.at < AWAITED);

function leaveToOthers() {
  if (document.hidden) tellWindows();
  else alarm = setTimeout(drain, AWAITED);
}

// Kept until somebody says what is to become of it.
const hold = (line, why) => change(line, why || "422");

const noteOf = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("#note p")?.textContent;

// Tried again by itself: phones that lost one server do not all come back at one moment.
function miss(wait) {
  failures += 1;
  tell({ reached: false });
  const pause = Math.max(wait, Math.min(30000, 1000 * 2 ** Math.min(failures, 5)) * (0.5 + Math.random() / 2));
  if (wait) notBefore = Date.now() + wait;
  clearTimeout(alarm);
  alarm = setTimeout(drain, pause);
  tellLines();
  return false;
}

for (const [where, when] of [[window, "online"], [document, "visibilitychange"]]) {
  where.addEventListener(when, () => { if (lines.length && !document.hidden) drain(); });
}
