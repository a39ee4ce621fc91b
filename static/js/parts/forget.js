// Lines that wait on this phone, on pages that show no sheet: that there are some is said; and whoever leaves a table, or
// signs out, takes nothing along, after having been asked.
import { storedLines, unstoreLine } from "./store.js";

const unsent = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

// Those of the tables at these addresses, or of all.
async function unsentAt(addresses) {
  const tables = addresses.split(" ").map((address) => `/table/${address}/`);
  return (await unsent()).filter(({ table }) => addresses === "*" || tables.includes(table));
}

async function forgetTables() {
  const gone = document.querySelector("[data-forget]")?.dataset.forget;
  for (const line of gone ? await unsentAt(gone) : []) await unstoreLine(line);
  const says = document.querySelector("#unsent");
  if (says) says.hidden = (await unsent()).length === 0;
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
