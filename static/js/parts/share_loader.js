// Loads the script that shares a result as soon as a result is shown.
import { loadScript } from "./load_script.js";

let isLoaded = false;

function loadShare() {
  const key = document.querySelector("#share[data-script]");
  if (!key || isLoaded) return;
  isLoaded = true;
  loadScript(key.dataset.script, () => { isLoaded = false; });
}

loadShare();
document.addEventListener("htmx:after:swap", loadShare);
