// The screen stays on while the table is looked at, where the browser can do that and nobody has switched it off.
const AWAKE = "awake";

// a phone that keeps nothing is asked nothing
function switchedOff() {
  try {
    return localStorage.getItem(AWAKE) === "off";
  } catch {
    return false;
  }
}

let light = null;

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || switchedOff()) return;
  try {
    light = await navigator.wakeLock.request("screen");
  } catch {
    // low battery, or nobody has tapped yet
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

const lamp = document.querySelector("#awake");
if (lamp && navigator.wakeLock) {
  lamp.hidden = false;
  lamp.querySelector("input").checked = !switchedOff();
  lamp.addEventListener("change", (event) => {
    localStorage.setItem(AWAKE, event.target.checked ? "on" : "off");
    if (event.target.checked) stayAwake();
    else light?.release();
  });
}

// plain http: one line says what a phone cannot do over it
document.querySelector("#plain")?.toggleAttribute("hidden", window.isSecureContext);
