// The browser's back button closes what was opened at the table before it leaves the page; Escape closes it and never
// leaves: a box, a written cell, its correction, a player, the sheet of a finished game, the question whether to undo
// its end, a question about cards, the order of trumps, a suit of the card picker, the menu. Each of them has an entry
// in the history.
import { page } from "./pending_state.js";

const menu = document.querySelector("details.menu");
const table = () => document.querySelector("#table");
// the keys that close what was opened for a draft
const closers = () => table().dataset.closers?.split(" ") ?? [];
const panelDepth = () => (Number(table().dataset.depth) || 0) + closers().length;
const order = () => document.querySelector(".trump-order[open]");
const suit = () => document.querySelector(".picker .suits input:not([checked]):checked");
const entryDepth = () => history.state?.depth ?? 0;

// what the page's own address has opened belongs to its entry, unless Back reached it from another page
const asked = new URLSearchParams(location.search);
const inAddress = ["line", "seat", "box", "sheet", "right", "undo"].filter((name) => asked.has(name)).length + closers().length;
let first = Math.max(0, Math.min(panelDepth(), inAddress) - entryDepth());
// entries of what was closed otherwise are being left
let isReturning = false;
// a step in the history would cancel a reload that waits for its response
let isLeaving = false;
addEventListener("beforeunload", () => (isLeaving = true));
addEventListener("pointerdown", () => (isLeaving = false));

const depth = () => panelDepth() - first + Number(menu.open) + Number(Boolean(order())) + Number(Boolean(suit()));

// Add an entry for what was opened, leave those of what was closed.
export function updateHistory() {
  first = Math.min(first, panelDepth());
  if (isReturning || isLeaving) return;
  const surplus = entryDepth() - depth();
  for (let at = surplus; at < 0; at += 1) history.pushState({ depth: entryDepth() + 1 }, "");
  isReturning = surplus > 0;
  if (isReturning) history.go(-surplus);
}

addEventListener("popstate", () => {
  if (isReturning || entryDepth() >= depth()) {
    isReturning = false;
    updateHistory();
  } else closeLast();
});

function closeLast() {
  if (menu.open) menu.open = false;
  else if (order()) order().open = false;
  // the card picker shows the suit that the server chose, if any
  else if (suit()) suit().form.reset();
  else if (closers().length) pressKey(closers().at(-1));
  else closePanel();
}

addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && entryDepth() && depth() && !target.matches("[type=text], textarea")) history.back();
});

// Send a key of the draft, also one that the panel does not show.
function pressKey(value) {
  const key = Object.assign(document.createElement("button"), { name: "press", value, hidden: true });
  key.setAttribute("form", "pad");
  table().append(key);
  key.dispatchEvent(new Event("draft:key", { bubbles: true }));
}

// Close the panel by its own key; where a notice took its place, return to the pad.
function closePanel() {
  const key = document.querySelector(".panel :is(.say > a.quiet[href^='?'], .keys > a.go[href^='?'], [data-pad]), #again a[href='?']");
  const isNotice = document.querySelector("#note");
  if (key && !isNotice) return key.click();
  const link = Object.assign(document.createElement("a"), { href: "?", hidden: true });
  table().append(link);
  window.htmx.process(link);
  link.click();
}

// A link leaves the page: coming back to it finds open what was open.
document.addEventListener("click", ({ target }) => {
  if (!table().dataset.depth || !page.panelQuery || !target.closest("a[href^='/']")) return;
  history.replaceState(history.state, "", `?${page.panelQuery()}`);
});

document.addEventListener("htmx:after:swap", updateHistory);
// these events do not rise from an element that opens
document.addEventListener("toggle", updateHistory, true);
document.addEventListener("change", updateHistory);
// Back was pressed before this script was loaded
if ("left" in table().dataset && entryDepth() < depth()) closeLast();
else updateHistory();
