// Letter keys of a keyboard on the card picker: a suit, then a rank as the card prints it ("0" for the ten). Letters of
// trumps choose them; Backspace takes the last step back.
// Loaded after the page, for phones have no keyboard; `card_draft.js` acts on the key.

const RANKS = { 0: "10" };

const suitKey = (letter) => document.querySelector(`#pad .suits [aria-keyshortcuts="${CSS.escape(letter)}"]`);

function rankKey(letter) {
  const suit = document.querySelector("#pad .picker .suits input:checked")?.value;
  const keys = document.querySelectorAll(`#pad .ranks-${suit} button[name=press]:enabled`);
  return [...keys].find((key) => key.textContent.trim() === (RANKS[letter] ?? letter));
}

document.addEventListener("keydown", (event) => {
  const { ctrlKey, metaKey, altKey, repeat, target } = event;
  if (ctrlKey || metaKey || altKey || repeat || !target.matches("body, #pad :not([type=text], textarea)")) return;
  const letter = event.key.toUpperCase();
  const isBack = event.key === "Backspace";
  const key = isBack ? document.querySelector("#pad :is(#back, .laid-cards button:last-child)") : rankKey(letter) ?? suitKey(letter);
  if (!key) return;
  event.preventDefault();
  if (key.matches("input")) key.checked = true;
  key.dispatchEvent(new Event("draft:key", { bubbles: true }));
});
