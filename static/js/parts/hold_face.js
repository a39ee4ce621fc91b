// Holding a face fills the tray with it: a pressed key of the pad, or a held digit on a keyboard.
// milliseconds; a tap is shorter
const HOLD = 500;
let timer = 0;
let hasFilled = false;

const emptySlots = () => document.querySelectorAll(".tray[data-count] .slot[data-face='']").length;

document.addEventListener("pointerdown", ({ target, isPrimary }) => {
  const key = target.closest(".faces .key");
  hasFilled = false;
  clearTimeout(timer);
  if (key && isPrimary) timer = setTimeout(fill, HOLD, key);
});

for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, () => clearTimeout(timer));

function fill(key) {
  if (!key.isConnected || !emptySlots()) return;
  for (let left = emptySlots(); left; left -= 1) key.click();
  hasFilled = true;
  navigator.vibrate?.(12);
}

// the tap that ends the hold is no further die; a menu would end it
document.addEventListener("click", (event) => {
  if (!hasFilled || !event.detail || !event.target.closest(".faces")) return;
  hasFilled = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("contextmenu", (event) => { if (event.target.closest(".faces .key")) event.preventDefault(); });

// a held digit repeats until the tray is full
document.addEventListener("keydown", (event) => {
  if (event.repeat && /^[1-6]$/.test(event.key) && document.querySelector(".tray[data-count]") && !emptySlots()) event.stopPropagation();
}, true);
