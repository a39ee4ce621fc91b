// A line that is begun: quick taps at its keys are sent one after the other, each on the answer to the last.
import { way } from "./way.js";

let taps = [];

export const drafting = (ctx) => ctx?.request.method === "POST" && ctx.request.action.includes("/draft/");

document.addEventListener("click", (event) => {
  const key = event.target.closest("button[name=press]");
  if (!key || !drafting(way)) return;
  event.preventDefault();
  event.stopPropagation();
  taps.push(key.value);
  key.classList.add("sent");
}, true);

export function nextTap(status) {
  const value = taps.shift();
  const key = value && document.querySelector(`button[name=press][value="${CSS.escape(value)}"]:enabled`);
  if (key && status === 200) key.click();
  else forgetTaps();
}

export function forgetTaps() {
  taps = [];
}
