// A refused line shown in the pad with its reason until the user goes on. Where something else replaces it before
// (another phone's line, a late response), it is listed.
import { page } from "./pending_state.js";

const PAD_INPUT = ".tray .slot:enabled, .values, .entered";

let refused = null;

export const padInput = () => document.querySelector(PAD_INPUT);

// What is visible of it.
const padContents = () => [...document.querySelectorAll(`#note p, ${PAD_INPUT}`)].map(({ textContent }) => textContent).join();

// `list` shows the line as refused.
export function watchRefused(line, list) {
  refused = { line, list, contents: padContents() };
}

function dismiss({ target }) {
  // the hidden key belongs to the script
  if (!refused || !target.closest("#pad, .sheet td > button") || target.closest(".plain")) return;
  page.removeLine(refused.line).catch(() => {});
  refused = null;
}

document.addEventListener("click", dismiss);
// the pad, which gets keyboard events first, added or removed a die
document.addEventListener("keydown", ({ defaultPrevented, key }) => {
  if (defaultPrevented && page.pad() && /^([1-6]|Backspace)$/.test(key)) dismiss({ target: page.pad() });
});

function listIfReplaced() {
  if (!refused || padContents() === refused.contents) return;
  const { line, list } = refused;
  refused = null;
  line.inPad = false;
  list();
}

// when the notices of this phone are back (`live_updates.js`)
document.addEventListener("htmx:after:swap", () => setTimeout(listIfReplaced));
