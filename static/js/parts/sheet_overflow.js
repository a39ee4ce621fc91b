// Loads the script that scrolls the sheet, once the sheet is larger than its screen.
import { loadScript } from "./load_script.js";

let isLoaded = false;

export function loadSheetScroll() {
  const sheet = document.querySelector(".pad");
  if (isLoaded || !sheet) return;
  isLoaded = sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1;
  if (isLoaded) loadScript(document.querySelector("#offline").dataset.scroll, () => { isLoaded = false; });
}

addEventListener("resize", loadSheetScroll);
loadSheetScroll();
