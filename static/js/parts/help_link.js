// The link to the rules, and the one that reloads this page, contain the question and the entered dice. So does this
// page's own address: the browser's back button returns to the table as it was left.

let asked = location.search;

// The question of the entry panel, and what is entered.
export function question() {
  const query = new URLSearchParams(asked);
  query.delete("turn");
  const form = document.querySelector("form#pad[method=get]");
  for (const [name, value] of form ? new FormData(form) : []) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return query;
}

// Entered dice are in this page's address, so that a reload finds them, with the player whose turn it was, so that
// they stay that player's.
export function keepLaid() {
  const query = question();
  const { turn } = document.querySelector("#table").dataset;
  if (turn) query.set("turn", turn);
  const { pathname, search } = location;
  const address = query.get("dice") ? `${pathname}?${query}` : pathname;
  if (address === pathname + search) return;
  try {
    history.replaceState(null, "", address);
  } catch {
    // Safari allows a hundred of them in half a minute
  }
}

// The entry panel answered this without the server.
export function askedHere(search) {
  asked = search;
}

// A correction entered tap by tap is in the address after every tap.
function corrected() {
  const line = document.querySelector("form#pad[method=post] [name=line]")?.value;
  return Number(line) ? `?line=${line}&right=1` : "";
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx: { request, live } } }) => {
  if (live) return;
  askedHere(request.method === "GET" ? new URL(request.action, location.href).search : corrected());
  // the question in the address is written: reloading must not ask it for the next player
  if (!asked && location.search) history.replaceState(null, "", location.pathname);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a#help, #renewed a");
  if (!link) return;
  link.search = question();
  history.replaceState(null, "", link.search || location.pathname);
});
