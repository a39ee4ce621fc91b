// Loads what continues a round without signal, after the page and only where a panel needs it.
import { loadScript } from "./load_script.js";

const IDLE = 1500;
let isLoaded = false;

function load() {
  const address = document.querySelector("#not-entered")?.dataset.rounds;
  if (isLoaded || !address || !document.querySelector("#table[data-round]")) return;
  isLoaded = true;
  loadScript(address, () => {
    isLoaded = false;
    addEventListener("online", load, { once: true });
  });
}

const loadLater = () => setTimeout(load, IDLE);
document.addEventListener("htmx:after:swap", () => isLoaded || loadLater());
loadLater();
