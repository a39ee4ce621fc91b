// Keeps the screen on while the table is visible, where the browser can and the user has not switched it off.
const AWAKE = "awake";

// without storage there is no question; the switch counts until the page is left
function switchedOff() {
  try {
    return localStorage.getItem(AWAKE) === "off";
  } catch {
    return false;
  }
}

function keep() {
  try {
    localStorage.setItem(AWAKE, wished ? "on" : "off");
  } catch {
    // private mode, or storage full
  }
}

let wished = !switchedOff();
let light = null;

function dim() {
  light?.release();
  light = null;
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || !wished) return;
  try {
    const lit = await navigator.wakeLock.request("screen");
    // one at a time, and none if it was switched off meanwhile
    dim();
    if (wished) light = lit;
    else lit.release();
  } catch {
    // low battery, or no tap yet
  }
}

// Safari allows the lock only after a tap, on first use and after sleep: the next tap asks again. Outside of buttons,
// as on the whole big screen, it sends no click, only the end of a touch.
function tapped() {
  if (!light || light.released) stayAwake();
}

for (const tap of ["pointerup", "click"]) document.addEventListener(tap, tapped, { capture: true, passive: true });

document.addEventListener("visibilitychange", () => {
  // the browser has released it
  if (document.hidden) dim();
  else stayAwake();
});
stayAwake();

const lamp = document.querySelector("#awake");
if (lamp && navigator.wakeLock) {
  lamp.hidden = false;
  lamp.querySelector("input").checked = wished;
  lamp.addEventListener("change", (event) => {
    wished = event.target.checked;
    keep();
    if (wished) stayAwake();
    else dim();
  });
}

// plain http: one line says what a phone cannot do with it
document.querySelector("#plain")?.toggleAttribute("hidden", window.isSecureContext);
