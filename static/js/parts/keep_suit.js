// The suit chosen by touch is the suit of the next card, whatever response arrives in between.

// the suit chosen by touch and its question, until a card is tapped; "" where the choice failed
let chosen = null;
let stepBefore = "";

export const stepNow = () => document.querySelector("#pad [name=step]")?.value;

// The question of the visible cards: next card, corrected card, or discard.
export const purpose = () => document.querySelector(".picker")?.dataset.purpose ?? "";

export function choose(suit) {
  chosen = { suit, purpose: purpose() };
}

// After a failed choice no suit is open, so that no card counts as one of another suit.
export function closeSuits() {
  chosen = { suit: "", purpose: purpose() };
  // a delayed click first restores the radio button
  setTimeout(() => {
    for (const radio of document.querySelectorAll(".picker .suits input")) radio.checked = false;
  });
}

export function cardTapped(key) {
  if (key.closest(".picker")) chosen = null;
}

document.addEventListener("htmx:before:swap", () => { stepBefore = stepNow(); });

// A swap keeps the suit opened by touch as long as its question stays. If that is gone no suit is open until the next
// choice. Without a choice by touch the server's counts.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const moved = ctx.live ? stepBefore !== stepNow() : ctx.response.status !== 200;
  if (chosen && (moved || chosen.purpose !== purpose())) chosen = { suit: "", purpose: purpose() };
  for (const radio of document.querySelectorAll(".picker .suits input")) {
    radio.checked = chosen ? radio.value === chosen.suit : radio.defaultChecked;
  }
});
