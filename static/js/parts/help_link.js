// The way to the rules, and to this page opened fresh: its address carries what the felt was asked and what lies on it, and
// so does this page's own, so both the way out and the browser's way back lead to the table as it was left.

let asked = location.search;

// What the felt was asked, and what lies on it now.
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

// Dice that are laid stand in this page's address, so that a reload finds them; with whose turn it was, so that they are
// nobody else's.
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
    // Safari takes a hundred of them in half a minute
  }
}

// The felt was asked this without the server.
export function askedHere(search) {
  asked = search;
}

// A correction that is entered tap by tap stands there after every tap.
function corrected() {
  const line = document.querySelector("form#pad[method=post] [name=line]")?.value;
  return Number(line) ? `?line=${line}&right=1` : "";
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx: { request, live } } }) => {
  if (live) return;
  askedHere(request.method === "GET" ? new URL(request.action, location.href).search : corrected());
  // what the address asked is written: asked again, it would lie before the next player
  if (!asked && location.search) history.replaceState(null, "", location.pathname);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a#help, #renewed a");
  if (!link) return;
  link.search = question();
  history.replaceState(null, "", link.search || location.pathname);
});
