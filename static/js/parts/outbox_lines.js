// The lines of the outbox: those that wait on this phone for the server's confirmation or for a tap.
import { setStatus } from "./connection_status.js";
import { deleteStored, storedLines, updateStored } from "./outbox_db.js";
import { notifyTabs } from "./tab_sync.js";

// pending lines of this phone, of all tabs and tables, oldest first; `why`: why it waits for a tap; `inPad`: its
// refusal is in this pad; `after`: lines expected to be sent before it; `at`: when it was written; `tried`: it may
// have arrived; `dropped`: undone since; `undoes`: it undoes a line that had arrived; `inSheet`: the visible
// sheet has it already; `author`: the token of its author, so that no other person sends it (`whose` in lines of earlier
// releases). Lines are stored with these names: phones of an older release have some that wait.
export let lines = [];
// callbacks of the page: `onAnswer(line, answer, isOnly)` shows the outcome of a pending line; `onChange()`;
// `onOtherTab()`: another tab added or finished lines
export let listener = { onAnswer() {}, onChange() {}, onOtherTab() {} };
// callers waiting for the response to a line just written
export const waiters = new Map();

// Lines to show as pending: not those whose response the page awaits, nor those it shows as refused, nor those being
// undone, unless the undo is blocked.
export const visibleLines = (table) => lines.filter((line) => !line.inPad && !line.dropped && (line.why || !line.undoes) && !waiters.has(line.key) && (!table || line.table === table));

export const pendingLines = (table) => visibleLines(table).filter(({ why }) => !why);

export const hasPending = (table) => pendingLines(table).length > 0;

// What is visible of them, for comparison.
export const linesState = (table) => visibleLines(table).map(({ key, why }) => `${key} ${why ?? ""}`).join();

// Read the stored lines. Keep what is known of a line here, except what another tab did with it.
export async function readLines() {
  const stored = await storedLines();
  const known = new Map(lines.map((line) => [line.key, line]));
  lines = stored.map((line) => {
    const here = known.get(line.key) ?? line;
    const author = line.author ?? line.whose;
    return Object.assign(here, line, { author, dropped: !line.why && (here.dropped || line.dropped), tried: here.tried || line.tried });
  });
}

// An outbox without `onOtherTab` treats changes of other tabs as its own.
export function setListener(callbacks) {
  listener = { onAnswer() {}, onOtherTab: callbacks.onChange, ...callbacks };
}

// Without pending lines nothing is blocked.
export function showCount() {
  const waiting = pendingLines().length;
  setStatus(waiting ? { waiting } : { waiting, reached: true });
}

export function linesChanged() {
  showCount();
  listener.onChange();
}

// Delete a line that is confirmed, refused for good, or discarded.
export async function removeLine(line) {
  const deleted = deleteStored(line);
  dropFromList(line);
  await deleted;
  notifyTabs();
}

function dropFromList(line) {
  lines = lines.filter(({ key }) => key !== line.key);
  linesChanged();
}

export async function updateLine(line, changes) {
  await updateInStore(line, changes);
  linesChanged();
  notifyTabs();
}

// Another tab may have undone it, or its author logged out. Return whether it is still stored.
export async function updateInStore(line, changes) {
  const isStored = await updateStored(line, changes);
  Object.assign(line, changes);
  if (!isStored) dropFromList(line);
  return isStored;
}

// Store it until the user decides. A line that was to be undone may stay: show it again.
export const blockLine = (line, why) => updateLine(line, { why: why || "422", dropped: false });
