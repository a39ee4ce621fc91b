// The suit that a finger has chosen stays open while another phone is heard, until its card is there.

// the suit, and how far the line was then
let chosen = {};

const step = () => document.querySelector("#pad [name=step]")?.value;

document.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "suit") chosen = { suit: value, step: step() };
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.live) chosen = {};
  const radio = chosen.suit && chosen.step === step() && document.querySelector(`#suit-${chosen.suit}`);
  if (radio) radio.checked = true;
});
