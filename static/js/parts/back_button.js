// The browser's back button closes what was opened at the table before it leaves the page: a box, a written cell, its
// correction, a player, the sheet of a finished game, the menu. Each of them has an entry in the history.

const menu = document.querySelector("details.menu");
const table = () => document.querySelector("#table");
const panelDepth = () => Number(table().dataset.depth) || 0;
const entryDepth = () => history.state?.depth ?? 0;

// what the page's own address has opened belongs to its entry, unless Back reached it from another page
const asked = new URLSearchParams(location.search);
const inAddress = ["line", "seat", "box", "sheet", "right"].filter((name) => asked.has(name)).length;
let first = Math.max(0, Math.min(panelDepth(), inAddress) - entryDepth());
// entries of what was closed otherwise are being left
let isReturning = false;

const depth = () => panelDepth() - first + Number(menu.open);

// Add an entry for what was opened, leave those of what was closed.
export function updateHistory() {
  first = Math.min(first, panelDepth());
  if (isReturning) return;
  const surplus = entryDepth() - depth();
  for (let at = surplus; at < 0; at += 1) history.pushState({ depth: entryDepth() + 1 }, "");
  isReturning = surplus > 0;
  if (isReturning) history.go(-surplus);
}

addEventListener("popstate", () => {
  if (isReturning || entryDepth() >= depth()) {
    isReturning = false;
    updateHistory();
  } else if (menu.open) menu.open = false;
  else closePanel();
});

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

document.addEventListener("htmx:after:swap", updateHistory);
menu.addEventListener("toggle", updateHistory);
updateHistory();
