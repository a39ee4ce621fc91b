// Sends pending lines from pages without a sheet and from the offline page. Loaded only where lines are pending.
import { drain, linesOf, showLines } from "./parts/outbox.js";

function changed() {
  const says = document.querySelector("#unsent");
  if (says) says.hidden = linesOf().length === 0;
}

showLines({ changed }).then(drain, () => {});
