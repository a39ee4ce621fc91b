"""What does not hold where texts are longer: what runs over the page, out of its key, or leaves a target too small."""

from playwright.sync_api import Page

LEAST = 43.5  # pixels of a target, as a thumb needs it

# Text counts as out of its box by a line's own slack; names of players are cut on purpose where they are long.
ASK = """least => {
  const found = [];
  const root = document.documentElement;
  const seen = (each) => each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true, opacityProperty: true }) && !each.closest(".vh, svg, noscript, .sheet tbody .nil");
  const told = (each) => `${each.localName}${each.className && typeof each.className === "string" ? "." + each.className.trim().replace(/ +/g, ".") : ""} “${each.textContent.trim().slice(0, 40)}”`;
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
  const targets = document.querySelectorAll("a[href], button, select, summary, textarea, input:not([type=hidden], [type=radio], [type=checkbox]), label:has(> input[type=radio], > input[type=checkbox])");
  for (const each of targets) {
    if (!seen(each)) continue;
    const { width, height, left, right } = each.getBoundingClientRect();
    if (!width || !height) continue;
    if (Math.min(width, height) < least) found.push(`small ${Math.round(width)}×${Math.round(height)}: ${told(each)}`);
    if ((left < -1 || right > root.clientWidth + 1) && !scrolls(each)) found.push(`beside the page: ${told(each)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = "button, a.btn, a.key, a.row, .boxed, label, th, td, li, p, h1, h2, h3, legend, summary, dt, dd";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !seen(holder) || holder.closest("script, style, option, textarea, .sheet a b, .brief")) continue;
    const box = holder.closest(boxes);
    if (!box || hidden(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (!text.width || !frame.width) continue;
    const over = Math.max(frame.left - text.left, text.right - frame.right);
    if (over > 1.5) found.push(`${Math.round(over)} px out of ${told(box)}`);
    const below = Math.max(frame.top - text.top, text.bottom - frame.bottom);
    if (below > 4 && box.matches("button, a.btn, a.key, th, td, label")) found.push(`${Math.round(below)} px above or below ${told(box)}`);
  }
  for (const each of document.querySelectorAll("body *")) {
    const { webkitLineClamp, clipPath } = getComputedStyle(each);
    if (webkitLineClamp === "none" || !seen(each) || clipPath !== "none") continue;
    if (each.scrollHeight > each.clientHeight + 2) found.push(`cut: ${told(each)}`);
  }
  return [...new Set(found)];
}"""


def cramped(page: Page) -> list[str]:
    """What does not hold on this page, a line each."""
    found: list[str] = page.evaluate(ASK, LEAST)
    return found
