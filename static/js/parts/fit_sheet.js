// Scales a sheet that is larger than the screen; where that would be too small, scrolls to its newest rows.

const SMALLEST = 0.6;

function fit() {
  const sheet = document.querySelector(".pad");
  if (!sheet) return;
  sheet.style.removeProperty("--z");
  const fullSize = Number(getComputedStyle(sheet).getPropertyValue("--z"));
  for (let size = fullSize; size >= SMALLEST; size -= 0.08) {
    sheet.style.setProperty("--z", size.toFixed(2));
    if (sheet.scrollHeight <= sheet.clientHeight + 1 && sheet.scrollWidth <= sheet.clientWidth + 1) break;
  }
  sheet.scrollTop = sheet.scrollHeight;
}

document.addEventListener("htmx:after:swap", fit);
addEventListener("resize", fit);
fit();
