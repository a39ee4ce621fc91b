// Sends pending lines from pages without a sheet and from the offline page. Loaded only where lines are pending.
import { openOutbox, sendPending } from "./parts/outbox.js";
import { visibleLines } from "./parts/outbox_lines.js";

function onChange() {
  const banner = document.querySelector("#unsent");
  if (banner) banner.hidden = visibleLines().length === 0;
}

openOutbox({ onChange }).then(sendPending, () => {});
