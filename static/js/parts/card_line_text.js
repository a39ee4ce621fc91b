// The text of a pending line of a card game: what the row in pencil or the tray shows, else what its key says.

// The words of an element without its small print.
function wordsOf(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("small").forEach((small) => small.remove());
  return copy.textContent.trim().replace(/\s+/g, " ");
}

// "Round 1 is over: Ana +5, Bo –", "Ana: ace of hearts, 2 of hearts".
export function cardLineText(key) {
  if (!key?.matches("#pad.cards .go[form=write]")) return undefined;
  const row = document.querySelector("tr.pencil:not([hidden])");
  const heads = [...document.querySelectorAll(".sheet thead th b")];
  const values = heads.map((head, place) => [wordsOf(head), row?.cells[place + 1]?.querySelector("small, i")?.textContent]);
  const shown = values.filter(([, value]) => value);
  if (shown.length) return `${wordsOf(document.querySelector("#who"))}: ${shown.map((each) => each.join(" ")).join(", ")}`;
  const laid = [...document.querySelectorAll(".laid-cards .card .vh")].map(wordsOf);
  const player = document.querySelector(".side.mine h2 b");
  return laid.length && player ? `${wordsOf(player)}: ${laid.join(", ")}` : (key.getAttribute("aria-label") ?? wordsOf(key));
}
