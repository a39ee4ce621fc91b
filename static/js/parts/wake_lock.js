// The screen stays on while the table is looked at, where the browser can do that and nobody has switched it off.
const AWAKE = "awake";

// a phone that keeps nothing is asked nothing; what is switched there counts until the page is left
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
    // private, or full
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
    // one at a time, and none where it was switched off meanwhile
    dim();
    if (wished) light = lit;
    else lit.release();
  } catch {
    // low battery, or nobody has tapped yet
  }
}

// Safari lights nothing before somebody has tapped, here and after a sleep: the next tap asks again. On what is no key, as
// all of a television is, it hears of no click, only that the finger is lifted.
function tapped() {
  if (!light || light.released) stayAwake();
}

for (const tap of ["pointerup", "click"]) document.addEventListener(tap, tapped, { capture: true, passive: true });

document.addEventListener("visibilitychange", () => {
  // the browser has put it out
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

// plain http: one line says what a phone cannot do over it
document.querySelector("#plain")?.toggleAttribute("hidden", window.isSecureContext);
