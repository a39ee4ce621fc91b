"""Layout faults with long texts: overflowing pages, cut keys, targets too small."""

from playwright.sync_api import Page

LEAST = 43.5  # pixels of a target, as a thumb needs it

# Text counts as out of its box by a line's own slack; names of players are cut on purpose where they are long.
ASK = """least => {
  const found = [];
  const root = document.documentElement;
  const visible = { checkVisibilityCSS: true, checkOpacity: true, opacityProperty: true };
  const seen = (each) => each.checkVisibility(visible) && !each.closest(".vh, svg, noscript, .sheet tbody .nil");
  const path = (each) => `${[each.localName, ...each.classList].join(".")} “${each.textContent.trim().slice(0, 40)}”`;
  if (root.scrollWidth > root.clientWidth) found.push(`page: ${root.scrollWidth - root.clientWidth} px too wide`);
  const scrolls = (each) => {
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      if (overflowX === "auto" || overflowX === "scroll") return true;
    }
    return false;
  };
  // on purpose: an icon stands for it, a cross does, or three dots
  const hidden = (each) => {
    for (let up = each; up && up !== document.body; up = up.parentElement) {
      const { clipPath, textOverflow, textIndent } = getComputedStyle(up);
      if (clipPath !== "none" || textOverflow === "ellipsis" || textIndent !== "0px") return true;
    }
    return false;
  };
  const chosen = "[type=radio], [type=checkbox]";
  const typed = `select, textarea, input:not([type=hidden], ${chosen})`;
  const targets = document.querySelectorAll(`a[href], button, summary, ${typed}, label:has(> :is(${chosen}))`);
  for (const each of targets) {
    if (!seen(each)) continue;
    const { width, height, left, right } = each.getBoundingClientRect();
    if (!width || !height) continue;
    if (Math.min(width, height) < least) found.push(`small ${Math.round(width)}×${Math.round(height)}: ${path(each)}`);
    const beside = left < -1 || right > root.clientWidth + 1;
    if (beside && !scrolls(each)) found.push(`beside the page: ${path(each)}`);
  }
  const unread = "script, style, option, textarea, .sheet a b, .brief";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = "button, a.btn, a.key, a.row, .boxed, label, th, td, li, p, h1, h2, h3, legend, summary, dt, dd";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !seen(holder) || holder.closest(unread)) continue;
    const box = holder.closest(boxes);
    if (!box || hidden(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (!text.width || !frame.width) continue;
    const over = Math.max(frame.left - text.left, text.right - frame.right);
    if (over > 1.5) found.push(`${Math.round(over)} px out of ${path(box)}`);
    const below = Math.max(frame.top - text.top, text.bottom - frame.bottom);
    const key = box.matches("button, a.btn, a.key, th, td, label");
    if (below > 4 && key) found.push(`${Math.round(below)} px above or below ${path(box)}`);
  }
  for (const each of document.querySelectorAll("body *")) {
    const { webkitLineClamp, clipPath } = getComputedStyle(each);
    // why a pencilled number is what it is stands on the rules page in full, long names in the bar on the page below it
    const elsewhere = each.matches(".why, .bar p, .sheet a b");
    if (webkitLineClamp === "none" || !seen(each) || clipPath !== "none" || elsewhere) continue;
    if (each.scrollHeight > each.clientHeight + 2) found.push(`cut: ${path(each)}`);
  }
  return [...new Set(found)];
}"""


def cramped(page: Page) -> list[str]:
    """Return the layout faults of this page, a line each."""
    found: list[str] = page.evaluate(ASK, LEAST)
    return found
