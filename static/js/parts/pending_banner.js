// Pending lines on pages without a sheet: a banner, with the reason on pages of their table. They are sent from here.
// Leaving a table or logging out deletes them after a warning.
import { fetchScript } from "./load_script.js";
import { storedLines, unstoreLine } from "./outbox_db.js";
import { isRead } from "./confirm_guard.js";
import { tellWindows } from "./tab_sync.js";

const unsent = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

// Lines of the tables at these addresses, or of all.
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
  // of a closed table: its page shows what became of its lines
  if (says && left.some(({ table }) => table === location.pathname)) location.replace(says.querySelector("a").href);
  else if (left.length) fetchSender();
}

// Load the sender where lines are pending; if that fails, again with the network.
function fetchSender() {
  fetchScript(document.querySelector("[data-send]").dataset.send, () => addEventListener("online", fetchSender, { once: true }));
}

// The first tap warns. The second deletes the lines before the form is sent, because its response may get lost; they
// stay where leaving is impossible: without a network, or with the wrong word typed.
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
