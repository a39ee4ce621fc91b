// The suit that a finger has chosen is the suit of the card that is tapped next, whatever answer comes between.

// the suit that a finger has chosen and what it was chosen for, until its card is tapped; "" where it chose in vain
let chosen = null;
let stepBefore = "";

export const stepNow = () => document.querySelector("#pad [name=step]")?.value;

// What the cards that are shown answer: the next card, a card that is corrected, a discard.
export const purpose = () => document.querySelector(".picker")?.dataset.purpose ?? "";

export function choose(suit) {
  chosen = { suit, purpose: purpose() };
}

// A suit that was tapped in vain: none is open, so that no card is taken for one of another suit.
export function closeSuits() {
  chosen = { suit: "", purpose: purpose() };
  // a click that is held puts the radio back first
  setTimeout(() => {
    for (const radio of document.querySelectorAll(".picker .suits input")) radio.checked = false;
  });
}

export function cardTapped(key) {
  if (key.closest(".picker")) chosen = null;
}

document.addEventListener("htmx:before:swap", () => { stepBefore = stepNow(); });

// A swap leaves alone which suit a finger has opened. The finger's choice holds where its question stands; where that is
// gone none is open until it chooses again. Where no finger has chosen the server's holds.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const moved = ctx.live ? stepBefore !== stepNow() : ctx.response.status !== 200;
  if (chosen && (moved || chosen.purpose !== purpose())) chosen = { suit: "", purpose: purpose() };
  for (const radio of document.querySelectorAll(".picker .suits input")) {
    radio.checked = chosen ? radio.value === chosen.suit : radio.defaultChecked;
  }
});
