// Keeps the screen on while the table is visible, where the browser can and the user has not switched it off.
const STORAGE_KEY = "awake";

// without storage there is no question; the switch counts until the page is left
function isSwitchedOff() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "off";
  } catch {
    return false;
  }
}

function storeChoice() {
  try {
    localStorage.setItem(STORAGE_KEY, isWanted ? "on" : "off");
  } catch {
    // private mode, or storage full
  }
}

let isWanted = !isSwitchedOff();
let lock = null;

function releaseLock() {
  lock?.release();
  lock = null;
}

async function acquireLock() {
  if (document.hidden || !navigator.wakeLock || !isWanted) return;
  try {
    const acquired = await navigator.wakeLock.request("screen");
    // one at a time, and none if it was switched off meanwhile
    releaseLock();
    if (isWanted) lock = acquired;
    else acquired.release();
  } catch {
    // low battery, or no tap yet
  }
}

// Safari allows the lock only after a tap, on first use and after sleep: the next tap asks again. Outside of buttons,
// as on the whole big screen, it sends no click, only the end of a touch.
function onTap() {
  if (!lock || lock.released) acquireLock();
}

for (const tap of ["pointerup", "click"]) document.addEventListener(tap, onTap, { capture: true, passive: true });

document.addEventListener("visibilitychange", () => {
  // the browser has released it
  if (document.hidden) releaseLock();
  else acquireLock();
});
acquireLock();

const menuItem = document.querySelector("#awake");
if (menuItem && navigator.wakeLock) {
  menuItem.hidden = false;
  menuItem.querySelector("input").checked = isWanted;
  menuItem.addEventListener("change", (event) => {
    isWanted = event.target.checked;
    storeChoice();
    if (isWanted) acquireLock();
    else releaseLock();
  });
}

// plain http: one line says what a phone cannot do with it
document.querySelector("#plain")?.toggleAttribute("hidden", window.isSecureContext);
