// Lines that wait on this phone, on pages that show no sheet: that there are some is said, and at the address of their table
// also why; they go out from here, too; and whoever leaves a table, or signs out, takes nothing along, after having been asked.
import { fetchScript } from "./load_script.js";
import { storedLines, unstoreLine } from "./outbox_db.js";
import { isRead } from "./confirm_guard.js";
import { tellWindows } from "./tab_sync.js";

const unsent = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

// Those of the tables at these addresses, or of all.
async function unsentAt(addresses) {
  const tables = addresses.split(" ").map((address) => `/table/${address}/`);
  return (await unsent()).filter(({ table }) => addresses === "*" || tables.includes(table));
}

async function forgetLines(left) {
  for (const line of left) await unstoreLine(line);
  if (left.length) tellWindows();
}

async function forgetTables() {
  const gone = document.querySelector("[data-forget]")?.dataset.forget;
  if (gone) await forgetLines(await unsentAt(gone));
  const says = document.querySelector("#unsent");
  const left = await unsent();
  if (says) says.hidden = left.length === 0;
  // of a table that is shut by now: what became of its lines is told there
  if (says && left.some(({ table }) => table === location.pathname)) location.replace(says.querySelector("a").href);
  else if (left.length) fetchSender();
}

// What sends is fetched where something waits, and where it could not be had, again with the signal.
function fetchSender() {
  fetchScript(document.querySelector("[data-send]").dataset.send, () => addEventListener("online", fetchSender, { once: true }));
}

// The first tap warns. With the second the lines go before whoever leaves does, because the answer may get lost; they stay where
// nobody can leave: without a network, or with another word than is to be typed.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { leaves, unsent: warning, word } = form.dataset;
  if (!leaves || (word && form.elements.word.value.trim().toLowerCase() !== word.toLowerCase())) return;
  event.preventDefault();
  const left = await unsentAt(leaves);
  const { sure } = form.dataset;
  if (left.length && sure && !isRead(event, sure)) return;
  if (left.length && !sure) {
    form.dataset.sure = performance.now();
    form.append(Object.assign(document.createElement("p"), { className: "err", textContent: warning }));
    return;
  }
  if (navigator.onLine) await forgetLines(left).catch(() => {});
  form.submit();
}, true);

forgetTables();
