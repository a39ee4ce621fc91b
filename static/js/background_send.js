// What waits on this phone goes out from a page that shows no sheet, as from the shell. It is fetched where something waits.
import { drain, linesOf, showLines } from "./parts/outbox.js";

function changed() {
  const says = document.querySelector("#unsent");
  if (says) says.hidden = linesOf().length === 0;
}

showLines({ changed }).then(drain, () => {});
