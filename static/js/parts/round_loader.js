// Loads what continues a draft without signal, after the page and only where a panel needs it.
import { loadScript } from "./load_script.js";

const IDLE = 1500;
let isLoaded = false;

function load() {
  const address = document.querySelector("#not-entered")?.dataset.rounds;
  if (isLoaded || !address || !document.querySelector("form#pad.cards")) return;
  isLoaded = true;
  loadScript(address, () => {
    isLoaded = false;
    addEventListener("online", load, { once: true });
  });
}

const loadLater = () => setTimeout(load, IDLE);
document.addEventListener("htmx:after:swap", () => isLoaded || loadLater());
loadLater();
