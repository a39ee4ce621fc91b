// A refused line that lies in the pad again, with what was tried and why it was not taken: it is kept until somebody goes on
// there. Where something else comes into its place before (another phone's line, an answer that was on its way), it is listed.
import { page } from "./page_bridge.js";

const LAID = ".tray .slot:enabled, .values, .entered";

let refused = null;

export const laidHere = () => document.querySelector(LAID);

// What is to be seen of it.
const lies = () => [...document.querySelectorAll(`#note p, ${LAID}`)].map(({ textContent }) => textContent).join();

// `list`: shows it as refused.
export function keepInPad(line, list) {
  refused = { line, list, lies: lies() };
}

function goOn({ target }) {
  // the hidden key is the script's
  if (!refused || !target.closest("#pad, .sheet td > button") || target.closest(".plain")) return;
  page.forgetLine(refused.line).catch(() => {});
  refused = null;
}

document.addEventListener("click", goOn);
// the pad, which hears a keyboard first, has taken a die or taken one off
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

// when what this phone was told is there again (`live_updates.js`)
document.addEventListener("htmx:after:swap", () => setTimeout(listLost));
