// A refused line that is in the pad again, with the attempt and the reason. It stays until the user goes on. Where
// something else replaces it before (another phone's line, a late response), it is listed.
import { page } from "./page_bridge.js";

const LAID = ".tray .slot:enabled, .values, .entered";

let refused = null;

export const laidHere = () => document.querySelector(LAID);

// What is visible of it.
const lies = () => [...document.querySelectorAll(`#note p, ${LAID}`)].map(({ textContent }) => textContent).join();

// `list`: shows it as refused.
export function keepInPad(line, list) {
  refused = { line, list, lies: lies() };
}

function goOn({ target }) {
  // the hidden key belongs to the script
  if (!refused || !target.closest("#pad, .sheet td > button") || target.closest(".plain")) return;
  page.forgetLine(refused.line).catch(() => {});
  refused = null;
}

document.addEventListener("click", goOn);
// the pad, which gets keyboard events first, added or removed a die
document.addEventListener("keydown", ({ defaultPrevented, key }) => {
  if (defaultPrevented && page.pad() && /^([1-6]|Backspace)$/.test(key)) goOn({ target: page.pad() });
});

function listLost() {
  if (!refused || lies() === refused.lies) return;
  const { line, list } = refused;
  refused = null;
  line.inPad = false;
  list();
}

// when the notices of this phone are back (`live_updates.js`)
document.addEventListener("htmx:after:swap", () => setTimeout(listLost));
