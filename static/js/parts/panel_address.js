// The question of the entry panel and the entered dice, in the page's address and in its links to the rules and to
// itself: a reload and the browser's back button return to the table as it was left.

export const table = () => document.querySelector("#table");

let panelSearch = location.search;

// The question of the entry panel, and what is entered.
export function panelQuery() {
  const query = new URLSearchParams(panelSearch);
  query.delete("turn");
  const form = document.querySelector("form#pad[method=get]");
  for (const [name, value] of form ? new FormData(form) : []) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return query;
}

// Entered dice are in this page's address, so that a reload finds them, with the player whose turn it was, so that
// they stay that player's. An old phone takes 12 milliseconds for it, and Chromium reads the page's icon again:
// after the last of several taps.
const ADDRESS_PAUSE = 300;
let addressTimer = 0;

export function storeInAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, ADDRESS_PAUSE);
}

function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = 0;
  const query = panelQuery();
  const { turn } = table().dataset;
  if (turn) query.set("turn", turn);
  const { pathname, search } = location;
  const address = query.get("dice") ? `${pathname}?${query}` : pathname;
  if (address === pathname + search) return;
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // Safari allows a hundred of them in half a minute
  }
}

// Another app is opened, or the phone is locked, before the pause is over.
addEventListener("visibilitychange", () => document.hidden && addressTimer && writeAddress());

// Back returned to an earlier entry of this page, which has an earlier address. What is open is not of this entry:
// `back_button.js` closes it, also when it is loaded only later.
addEventListener("popstate", () => {
  table().dataset.left = "";
  if (!table().dataset.depth) writeAddress();
});

// The entry panel answered this without the server.
export function setPanelQuery(search) {
  panelSearch = search;
}

// A correction entered tap by tap is in the address after every tap.
function correctionQuery() {
  const line = document.querySelector("form#pad[method=post] [name=line]")?.value;
  return Number(line) ? `?line=${line}&right=1` : "";
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx: { request, live } } }) => {
  if (live) return;
  setPanelQuery(request.method === "GET" ? new URL(request.action, location.href).search : correctionQuery());
  // the question in the address is written: reloading must not ask it for the next player
  if (!panelSearch && location.search) history.replaceState(history.state, "", location.pathname);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a#help, a.rule, #renewed a");
  if (!link) return;
  link.search = panelQuery();
  if (link.id) link.hash = table().dataset.rule ?? "";
  history.replaceState(history.state, "", link.search || location.pathname);
});
