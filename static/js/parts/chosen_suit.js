// The suit chosen by touch: it stays open until its card is tapped, also over responses that arrive in between.

// the suit chosen by touch and its question, until a card is tapped; "" where the choice failed
let chosen = null;
let stepBefore = "";

export const currentStep = () => document.querySelector("#pad [name=step]")?.value;

// The question of the visible cards: next card, corrected card, or discard.
export const pickerPurpose = () => document.querySelector(".picker")?.dataset.purpose ?? "";

export function chooseSuit(suit) {
  chosen = { suit, purpose: pickerPurpose() };
}

// After a failed choice no suit is open, so that no card counts as one of another suit.
export function closeSuits() {
  chosen = { suit: "", purpose: pickerPurpose() };
  // a delayed click first restores the radio button
  setTimeout(() => {
    for (const radio of document.querySelectorAll(".picker .suits input")) radio.checked = false;
  });
}

export function forgetSuitAfter(key) {
  if (key.closest(".picker") && !key.matches(".shown")) chosen = null;
}

// The browser's back button takes the choice back (`back_button.js`).
document.addEventListener("reset", () => { chosen = null; });

document.addEventListener("htmx:before:swap", () => { stepBefore = currentStep(); });

// A swap keeps the suit opened by touch as long as its question stays. If that is gone no suit is open until the next
// choice. Without a choice by touch the server's counts.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const isOtherStep = ctx.live ? stepBefore !== currentStep() : ctx.response.status !== 200;
  if (chosen && (isOtherStep || chosen.purpose !== pickerPurpose())) chosen = { suit: "", purpose: pickerPurpose() };
  for (const radio of document.querySelectorAll(".picker .suits input")) {
    radio.checked = chosen ? radio.value === chosen.suit : radio.defaultChecked;
  }
});
