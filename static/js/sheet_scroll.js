// Scrolls a sheet that is larger than its screen: to the current column when the turn changes, unless a finger is on the
// sheet, and to a new row. The corner names the columns beyond the edge; a tab at the entry panel names hidden rows, or
// those below where the corner names those above.
// Loaded after the page, only for such a sheet.

let touchedAt = -Infinity;
let lastTurn = null;

// Scrolling by touch or wheel, and its momentum; neither taps nor the page's own scrolling.
for (const kind of ["touchmove", "wheel"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.(".pad")) touchedAt = performance.now();
  }, { capture: true, passive: true });
}

document.addEventListener("scroll", (event) => {
  if (!event.target.matches?.(".pad")) return;
  if (performance.now() - touchedAt < 300) touchedAt = performance.now();
  updateEdges();
}, { capture: true, passive: true });

function hiddenSide(head, sheet) {
  const edge = sheet.querySelector("thead td").getBoundingClientRect().right;
  const box = head.getBoundingClientRect();
  if (box.left < edge - 8) return "left";
  return box.right > sheet.getBoundingClientRect().right + 8 ? "right" : "";
}

function scrollToTurn() {
  const head = document.querySelector(".sheet th.turn");
  const sheet = document.querySelector(".pad");
  if (!head || !sheet) return;
  const now = head.querySelector("a").getAttribute("href");
  if (now !== lastTurn && hiddenSide(head, sheet) && performance.now() - touchedAt > 1500) {
    const label = sheet.querySelector("thead td").offsetWidth;
    const middle = head.offsetLeft - label - (sheet.clientWidth - label - head.offsetWidth) / 2;
    // whole columns: the first one after the labels is not cut
    sheet.scrollLeft = Math.round(middle / head.offsetWidth) * head.offsetWidth;
  }
  lastTurn = now;
}

// scroll to a new row: the one of the chosen cell, the one to write next, the one of the next card, the side to play, and
// the last one in a tray; again where the panel grew over it
let lastRow = null;

function scrollToRow() {
  const tray = document.querySelector(".outs");
  if (tray) tray.scrollLeft = tray.scrollWidth;
  const row = document.querySelector(".pad .on") ?? document.querySelector(".pad :is(tr.pencil, .next, .now:not(:has(.grace)))");
  const next = row?.closest("tr, li, .now");
  // rows may have a tbody each
  const index = next?.rowIndex ?? [...(next?.parentNode.children ?? [])].indexOf(next);
  const place = next ? `${index} ${document.querySelector(".panel")?.offsetHeight}` : null;
  if (next && place !== lastRow && performance.now() - touchedAt > 1500) bringIntoView(next);
  lastRow = place;
}

// Scroll no further than needed, and by whole rows: none is cut by the head.
function bringIntoView(row) {
  const sheet = row.closest(".pad");
  const before = sheet.scrollTop;
  row.scrollIntoView({ block: "nearest" });
  const edge = sheet.querySelector("thead td")?.getBoundingClientRect().bottom;
  if (sheet.scrollTop <= before || edge === undefined) return;
  for (const each of sheet.querySelectorAll("tbody tr")) {
    const { top, bottom } = each.getBoundingClientRect();
    if (top < edge - 1 && bottom > edge + 1) return sheet.scrollBy(0, bottom - edge);
  }
}

function updateCorner(sheet, corner, rows) {
  const sides = { left: [], right: [] };
  for (const head of sheet.querySelectorAll("thead th")) sides[hiddenSide(head, sheet)]?.push(head);
  const turnHead = [...sides.left, ...sides.right].find((head) => head.matches(".turn"));
  const [few, many] = [sides.left.length, sides.right.length];
  const words = turnHead ? turnHead.querySelector("b").textContent : `${Math.max(few, many)} ${corner.dataset.more}`;
  const left = turnHead ? sides.left.includes(turnHead) : few > many;
  const columns = few + many === 0 ? "" : left ? `‹ ${words}` : `${words} ›`;
  const text = [columns, rows].filter(Boolean).join("\n");
  // the same text again would be a change of the page, and so on with every frame
  if (corner.textContent !== text) corner.textContent = text;
}

// show a column at the edge completely when the keyboard moves to it
document.addEventListener("focusin", (event) => {
  if (event.target.closest(".pad")) event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

// --- the tab at the entry panel: the best pencilled value out of sight, else the number of hidden open boxes ---

// pixels of a figure that must be visible beside the middle of its cell
const VISIBLE = 9;
// pixels between the tab and its column, and of the tab above the panel
const GAP = 6;
const SHOWN = 32;
const tab = document.body.appendChild(document.createElement("button"));
Object.assign(tab, { type: "button", className: "hidden-rows", tabIndex: -1, hidden: true });
// screen readers and keyboards reach the boxes themselves
tab.setAttribute("aria-hidden", "true");
let goal = null;
tab.addEventListener("click", () => goal?.scrollIntoView({ block: "nearest" }));

const valueOf = (box) => box.matches(".nil") ? 0 : (box.textContent.match(/\d+/g) ?? []).reduce((sum, each) => sum + Number(each), 0);

function hiddenBoxes(sheet) {
  const { bottom } = sheet.getBoundingClientRect();
  const top = sheet.querySelector("thead").lastElementChild.cells[0].getBoundingClientRect().bottom;
  const found = [];
  for (const box of sheet.querySelectorAll("td > button:not([name=press])")) {
    const { top: start, height } = box.getBoundingClientRect();
    const middle = start + height / 2;
    const isBelow = middle + VISIBLE > bottom;
    if (isBelow || middle - VISIBLE < top) found.push({ box, isBelow, value: valueOf(box) });
  }
  return found;
}

// Return what the corner names, where boxes without a value are hidden on both sides.
function updateTab(sheet, more) {
  const hidden = hiddenBoxes(sheet);
  const best = Math.max(0, ...hidden.map(({ value }) => value));
  const isBelow = hidden.some((each) => each.isBelow && each.value === best);
  const side = hidden.filter((each) => each.isBelow === isBelow);
  tab.hidden = side.length === 0;
  if (tab.hidden) return "";
  goal = best ? side.find(({ value }) => value === best).box : side.at(isBelow ? -1 : 0).box;
  const texts = document.querySelector("#offline").dataset;
  const words = best ? texts[isBelow ? "below" : "above"].replace("{}", best) : `${side.length} ${more}`;
  tab.textContent = `${words} ${isBelow ? "↓" : "↑"}`;
  const edge = sheet.getBoundingClientRect();
  tab.style.left = `${placeOf(tab.offsetWidth, edge, sheet)}px`;
  tab.style.top = `${edge.bottom - tab.offsetHeight}px`;
  const others = hidden.length - side.length;
  return others && !best ? `${others} ${more} ↑` : "";
}

// Over empty cells, as near to the column as possible; else over the labels: no open box and no value is covered.
function placeOf(width, edge, sheet) {
  const column = goal.getBoundingClientRect();
  const filled = [...sheet.querySelectorAll("tbody :is(th, td):not(:empty)")].map((each) => each.getBoundingClientRect());
  const isFree = (left) => left + width <= edge.left + sheet.clientWidth
    && !filled.some((box) => box.left < left + width && box.right > left && box.bottom > edge.bottom - SHOWN && box.top < edge.bottom);
  const [corner, ...heads] = [...sheet.querySelector("thead").lastElementChild.cells].map((each) => each.getBoundingClientRect());
  const places = heads.flatMap(({ left, right }) => [right + GAP, left - GAP - width]).filter((left) => left > corner.right);
  places.sort((one, other) => Math.abs(one - column.left) - Math.abs(other - column.left));
  return places.find(isFree) ?? Math.max(edge.left, Math.min(edge.left + GAP, corner.right - width));
}

function updateEdges() {
  const sheet = document.querySelector(".pad:has(.beyond)");
  tab.hidden = !sheet;
  if (!sheet) return;
  const corner = sheet.querySelector(".beyond");
  updateCorner(sheet, corner, updateTab(sheet, corner.dataset.more));
}

// --- after each change of the page: responses, waiting lines, and points that this phone computes ---

let isDue = false;

function update() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    scrollToTurn();
    scrollToRow();
    updateEdges();
  });
}

new MutationObserver(update).observe(document.querySelector("#table"), { childList: true, subtree: true });
addEventListener("resize", update);
// the coach's style sheet comes with the first advice and makes the panel higher
document.addEventListener("load", update, true);
update();
