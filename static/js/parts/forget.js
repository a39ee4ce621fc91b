// Lines that wait on this phone, on pages that show no sheet: that there are some is said, and at the address of their table
// also why; they go out from here, too; and whoever leaves a table, or signs out, takes nothing along, after having been asked.
import { fetchScript } from "./fetched.js";
import { storedLines, unstoreLine } from "./store.js";
import { tellWindows } from "./windows.js";

const unsent = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

// Those of the tables at these addresses, or of all.
async function unsentAt(addresses) {
  const tables = addresses.split(" ").map((address) => `/table/${address}/`);
  return (await unsent()).filter(({ table }) => addresses === "*" || tables.includes(table));
}

async function forgetTables() {
  const gone = document.querySelector("[data-forget]")?.dataset.forget;
  for (const line of gone ? await unsentAt(gone) : []) await unstoreLine(line);
  if (gone) tellWindows();
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

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { leaves, sure, unsent: warning } = form.dataset;
  if (!leaves || sure) return;
  event.preventDefault();
  if (!(await unsentAt(leaves)).length) return form.submit();
  form.dataset.sure = 1;
  form.append(Object.assign(document.createElement("p"), { className: "err", textContent: warning }));
}, true);

forgetTables();
