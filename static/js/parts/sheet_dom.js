// Elements of a dice sheet, and the texts for pending lines.

export const boxRows = () => [...document.querySelectorAll(".sheet tbody tr:not(.bonus, .gut)")];

// A text of the page's template for times without a network, with its values inserted literally: a name may contain
// `$&`.
export const textFor = (name, ...parts) => fillIn(document.querySelector("template[data-out]").dataset[name], ...parts);

export const fillIn = (text, ...parts) => parts.reduce((said, part) => said.replace("{}", () => part), text);

export function columnHead(player) {
  return [...document.querySelectorAll(".sheet thead th")].find((each) => each.querySelector("a").search === `?seat=${player}`);
}

// Panels that the dice pad does not draw: a line, a player, a correction.
export const isOtherPanel = (query) => ["line", "seat", "as", "right"].some((name) => query.has(name));

export function rowLabel(row) {
  const texts = [...row.cells[0].firstElementChild.childNodes].filter(({ nodeType }) => nodeType === 3);
  return texts.map((text) => text.textContent.trim()).join("");
}
