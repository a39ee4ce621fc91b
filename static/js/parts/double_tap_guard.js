// Ignores the second of two quick taps on one spot: it was meant for what was there before the response.

let tapped = { at: 0, x: 0, y: 0, on: "" };
let swapped = false;

// the cells of a response are drawn before the rest of it (`swap_tasks.js`)
for (const type of ["htmx:before:swap", "htmx:after:swap"]) document.addEventListener(type, () => { swapped = true; });

function tappedKey(target) {
  const key = target.closest("a, button, input");
  if (key?.closest(".faces, .tray, .throws")) return "pad";
  const clone = key?.cloneNode();
  clone?.classList.remove("sent");
  return clone?.outerHTML;
}

document.addEventListener("click", (event) => {
  // not a touch: the keyboard or a script
  if (!event.detail) return;
  const before = tapped;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY, on: tappedKey(event.target) };
  const isQuick = swapped && tapped.at - before.at < 220;
  swapped = false;
  if (!isQuick || Math.hypot(tapped.x - before.x, tapped.y - before.y) > 24 || tapped.on === before.on) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
