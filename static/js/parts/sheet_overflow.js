// Loads the script that scrolls the sheet, once the sheet is larger than its screen: at once where columns or the next
// row are out of sight, else with what can wait, as it then only names hidden rows.
import { loadScript } from "./load_script.js";

const ROWS_PAUSE = 1000;
let isLoaded = false;

export function loadSheetScroll() {
  const sheet = document.querySelector(".pad");
  if (isLoaded || !sheet) return;
  const isWider = sheet.scrollWidth > sheet.clientWidth + 1;
  if (!isWider && sheet.scrollHeight <= sheet.clientHeight + 1) return;
  isLoaded = true;
  const next = sheet.querySelector("tr.pencil, .next, .now, .on");
  const isUrgent = isWider || next?.getBoundingClientRect().bottom > sheet.getBoundingClientRect().bottom;
  setTimeout(loadScript, isUrgent ? 0 : ROWS_PAUSE, document.querySelector("#offline").dataset.scroll, () => { isLoaded = false; });
}

addEventListener("resize", loadSheetScroll);
loadSheetScroll();
