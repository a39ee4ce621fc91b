// Scrolls the sheet of many players to the current column when the turn changes, unless a finger is on the sheet. The
// corner shows what is beyond the edge.

let touchedAt = 0;
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
  updateEdgeLabel();
}, { capture: true, passive: true });

function hiddenSide(head, sheet) {
  const edge = sheet.querySelector("thead td").getBoundingClientRect().right;
  const box = head.getBoundingClientRect();
  if (box.left < edge - 8) return "left";
  return box.right > sheet.getBoundingClientRect().right + 8 ? "right" : "";
}

export function scrollToTurn() {
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
  updateEdgeLabel();
}

// scroll to a new row: the one to write next, the one of the next card, and the last one in a tray
let lastRow = null;

export function scrollToRow() {
  const tray = document.querySelector(".outs");
  if (tray) tray.scrollLeft = tray.scrollWidth;
  const next = document.querySelector(".pad :is(tr.pencil, li.next)");
  const place = next ? next.tagName + [...next.parentNode.children].indexOf(next) : null;
  if (next && place !== lastRow && performance.now() - touchedAt > 1500) next.scrollIntoView({ block: "nearest" });
  lastRow = place;
}

function updateEdgeLabel() {
  const sheet = document.querySelector(".pad");
  const corner = sheet?.querySelector(".beyond");
  if (!corner) return;
  const sides = { left: [], right: [] };
  for (const head of sheet.querySelectorAll("thead th")) sides[hiddenSide(head, sheet)]?.push(head);
  const turnHead = [...sides.left, ...sides.right].find((head) => head.matches(".turn"));
  const [few, many] = [sides.left.length, sides.right.length];
  const words = turnHead ? turnHead.querySelector("b").textContent : `${Math.max(few, many)} ${corner.dataset.more}`;
  const left = turnHead ? sides.left.includes(turnHead) : few > many;
  corner.textContent = few + many === 0 ? "" : left ? `‹ ${words}` : `${words} ›`;
}

// show a column at the edge completely when the keyboard moves to it
document.addEventListener("focusin", (event) => {
  if (event.target.closest(".pad")) event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

scrollToTurn();
scrollToRow();
