// Where things stand on a sheet of boxes, and the words for what waits.

export const boxRows = () => [...document.querySelectorAll(".sheet tbody tr:not(.bonus, .gut)")];

// A text of the page's template for times without a signal, with what belongs into it as it is: a name may hold `$&`.
export function word(name, ...parts) {
  const text = document.querySelector("template[data-out]").dataset[name];
  return parts.reduce((said, part) => said.replace("{}", () => part), text);
}

export function head(player) {
  return [...document.querySelectorAll(".sheet thead th")].find((each) => each.querySelector("a").search === `?seat=${player}`);
}

// What the dice pad does not answer by itself: a line, a player, a correction.
export const beyondPad = (query) => ["line", "seat", "as", "right"].some((name) => query.has(name));

export function labelOf(row) {
  const texts = [...row.cells[0].firstElementChild.childNodes].filter(({ nodeType }) => nodeType === 3);
  return texts.map((text) => text.textContent.trim()).join("");
}
