// The outbox: every write is kept on this phone first, sent in the order of the taps, and forgotten only when the server
// has said of this very write what became of it. Anything else that answers (a hotel's log-in page, say) is no answer.
import { tell } from "./signal.js";
import { storedLines, storeLine, unstoreLine } from "./store.js";

const DECIDED = [200, 409, 422];
// kept and sent again without being asked: busy, too much, too slow, not ours
const AGAIN = [408, 409, 422, 425, 429];
const PATIENCE = 15000;

// this phone's lines, of all tables, oldest first; `why` of a line: what is in its way until somebody taps; `inPad`: its
// refusal lies in the pad
let lines = [];
let draining = null;
let failures = 0;
let notBefore = 0;
let alarm = 0;
let token = "";
// what the page does: `decided(line, answer)` says whether nothing of the line is left to show; `changed()`
let shows = { decided: () => true, changed() {} };
// whoever waits for the answer to a line that was just written
const waiters = new Map();

// What is to be seen waiting: not what the page awaits the answer to, nor what it shows as refused already.
export const linesOf = (table) => lines.filter(({ inPad, key, table: its }) => !inPad && !waiters.has(key) && (!table || its === table));

export async function showLines(how) {
  shows = how;
  lines = await storedLines();
  tellLines();
}

function tellLines() {
  tell({ waiting: linesOf().filter(({ why }) => !why).length });
  shows.changed();
}

// Keeps a line; fails where this browser keeps nothing.
export async function keepLine(line) {
  if (lines.some(({ key }) => key === line.key)) return;
  await storeLine(line);
  lines.push(line);
}

// Gives the answer to a line that was kept, or nothing where none is to be had now.
export async function sendKept(line) {
  const answer = new Promise((good) => waiters.set(line.key, good));
  const tried = (async () => {
    await draining;
    await drain();
  })();
  const found = await Promise.race([answer, tried, new Promise((late) => setTimeout(late, PATIENCE / 3))]);
  waiters.delete(line.key);
  return found;
}

export async function forgetLine(line) {
  await unstoreLine(line);
  lines = lines.filter(({ key }) => key !== line.key);
  tellLines();
}

export async function retryLine(line) {
  delete line.why;
  await storeLine(line);
  notBefore = 0;
  tellLines();
  return drain();
}

// Sends what waits; says whether the server was reached. Two windows of one phone take turns.
export function drain() {
  clearTimeout(alarm);
  draining ??= locked(drainAll).catch(() => false).finally(() => { draining = null; });
  return draining;
}

const locked = (act) => (navigator.locks ? navigator.locks.request("scorekeeper-outbox", act) : act());

async function drainAll() {
  lines = await storedLines();
  let reached = true;
  for (const table of new Set(lines.map((line) => line.table))) reached = await drainTable(table) && reached;
  return reached;
}

// In order, and what is behind a line that was refused waits until that is answered.
async function drainTable(table) {
  for (;;) {
    const line = lines.find((each) => each.table === table);
    if (!line || line.why) return true;
    if (Date.now() < notBefore || !await sendLine(line)) return false;
  }
}

async function sendLine(line) {
  tell({ sending: true });
  try {
    let answer = await request(line);
    if (answer.status === 403 && !answer.acked) {
      token = await freshToken(line.table);
      answer = await request(line);
    }
    if (answer.acked && DECIDED.includes(answer.status)) await decide(line, answer);
    else if (answer.status < 400 || answer.status > 499 || AGAIN.includes(answer.status)) return miss(answer.wait);
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
  return { status, wait, acked: headers.get("X-Ack") === line.key, text: await answer.text() };
}

async function freshToken(table) {
  const answer = await fetch(table, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
  return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await answer.text())?.[1] ?? "";
}

async function decide(line, answer) {
  const waiter = waiters.get(line.key);
  if (waiter) {
    // a refusal is forgotten when it is in the pad again
    if (answer.status === 200) await forgetLine(line);
    else line.inPad = true;
    waiter(answer);
  } else if (await shows.decided(line, answer) || answer.status === 200) await forgetLine(line);
  else await hold(line, noteOf(answer.text));
}

// Kept until somebody says what is to become of it.
async function hold(line, why) {
  line.why = why || "422";
  await storeLine(line);
  tellLines();
}

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
