// Pending lines on pages without a sheet: a banner, with the reason on pages of their table. They are sent from here.
// Leaving a table or logging out deletes them after a warning.
import { loadScript } from "./load_script.js";
import { deleteStored, storedLines } from "./outbox_db.js";
import { isDeliberate } from "./confirm_guard.js";
import { notifyTabs } from "./tab_sync.js";

const storedOrNone = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

// Lines of the tables at these addresses, or of all.
async function storedAt(addresses) {
  const tables = addresses.split(" ").map((address) => `/table/${address}/`);
  return (await storedOrNone()).filter(({ table }) => addresses === "*" || tables.includes(table));
}

async function deleteLines(lines) {
  for (const line of lines) await deleteStored(line);
  if (lines.length) notifyTabs();
}

async function start() {
  const gone = document.querySelector("[data-forget]")?.dataset.forget;
  if (gone) await deleteLines(await storedAt(gone));
  const banner = document.querySelector("#unsent");
  const lines = await storedOrNone();
  if (banner) banner.hidden = lines.length === 0;
  // of a closed table: its page shows what became of its lines
  if (banner && lines.some(({ table }) => table === location.pathname)) location.replace(banner.querySelector("a").href);
  else if (lines.length) loadSender();
}

// Load the sender where lines are pending; if that fails, again with the network.
function loadSender() {
  loadScript(document.querySelector("[data-send]").dataset.send, () => addEventListener("online", loadSender, { once: true }));
}

// The first tap warns. The second deletes the lines before the form is sent, because its response may get lost; they
// stay where leaving is impossible: without a network, or with the wrong word typed.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { leaves, unsent: warning, word } = form.dataset;
  if (!leaves || (word && form.elements.word.value.trim().toLowerCase() !== word.toLowerCase())) return;
  event.preventDefault();
  const lines = await storedAt(leaves);
  const { sure } = form.dataset;
  if (lines.length && sure && !isDeliberate(event, sure)) return;
  if (lines.length && !sure) {
    form.dataset.sure = performance.now();
    form.append(Object.assign(document.createElement("p"), { className: "err", textContent: warning }));
    return;
  }
  if (navigator.onLine) await deleteLines(lines).catch(() => {});
  form.submit();
}, true);

start();
