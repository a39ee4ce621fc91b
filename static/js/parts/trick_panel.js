// What a phone draws of any game of tricks that is entered card by card: the question for the next player, the keys of
// the cards, and the sign of cards that the server has to check.
import { drawRefused, element, parse, signalNeeded } from "./panel_swap.js";

export const fillText = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

// The players from a leader on.
export function orderFrom(players, leader) {
  const first = players.indexOf(leader);
  return [...players.slice(first), ...players.slice(0, first)];
}

// The draft of a round after a key; null for a key that only the server knows.
export const presser = (presses) => (round, press, tables) => {
  const [verb, rest] = press.split("-");
  return presses[verb]?.(tables, round, rest) ?? null;
};

export function drawQuestion(panel, text, counter = "") {
  const title = panel.querySelector("#who > span");
  panel.querySelector("#who .c")?.remove();
  title.textContent = text;
  title.before(...parse(counter).childNodes);
}

// A question that is answered with signal only.
export function drawNeedsServer(panel, text) {
  drawQuestion(panel, text);
  panel.querySelector("#who > span").append(element("small", signalNeeded(), "why"));
}

// Open `suit`, cross out the `played` cards and close those that `isOpen` refuses.
export function fillPicker(panel, { isOpen, played, suit }) {
  for (const key of panel.querySelectorAll("[value^=card-]")) {
    const card = key.value.slice(5);
    if (played.includes(card)) key.replaceWith(playedKey(key));
    else drawRefused(key, !isOpen(card));
  }
  for (const radio of panel.querySelectorAll(".suits input")) {
    radio.toggleAttribute("checked", radio.value === suit);
    const hasOpen = panel.querySelector(`.ranks-${radio.value} [name=press]:not([aria-disabled])`);
    radio.closest("label").classList.toggle("shown", !hasOpen);
  }
}

function playedKey(key) {
  const shown = Object.assign(element("a", "", `${key.className} shown`), { id: key.id });
  shown.setAttribute("aria-label", (key.getAttribute("aria-label") ?? key.textContent).trim());
  const rank = document.createElement("s");
  rank.append(...key.childNodes);
  shown.append(rank);
  return shown;
}

export function uncheckedSign() {
  const { unsure } = document.querySelector("template#offline").dataset;
  const sign = element("span", "?");
  sign.setAttribute("aria-hidden", "true");
  const both = document.createElement("small");
  both.append(sign, element("span", unsure.replace("{}", ""), "vh"));
  return both;
}
