// Lines that wait on this phone, on pages that show no sheet: that there are some is said; and whoever leaves a table, or
// signs out, takes nothing along, after having been asked.
import { storedLines, unstoreLine } from "./store.js";

const unsent = () => (window.indexedDB ? storedLines().catch(() => []) : Promise.resolve([]));

async function forgetTable() {
  const gone = document.querySelector("[data-forget]")?.dataset.forget;
  for (const line of await unsent()) if (gone === "*" || line.table === `/table/${gone}/`) await unstoreLine(line);
  const says = document.querySelector("#unsent");
  if (says) says.hidden = (await unsent()).length === 0;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const table = /^(.*\/)leave\/$/.exec(form.getAttribute("action"))?.[1];
  const all = "everything" in form.dataset;
  if (!(table || all) || form.dataset.sure) return;
  event.preventDefault();
  const waits = (await unsent()).some((line) => all || line.table === table);
  if (!waits) return form.submit();
  form.dataset.sure = 1;
  form.append(Object.assign(document.createElement("p"), { className: "err", textContent: form.dataset.unsent }));
}, true);

forgetTable();
