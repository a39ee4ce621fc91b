// Keeps entered dice when the sheet is refreshed under pending lines or drawn again, as long as the same player is
// next.
import { page, pending } from "./pending_state.js";

const currentTurn = () => document.querySelector("#table").dataset.turn;

// `answer` answers a question on the phone.
export function restoreDiceAfterSwap(answer) {
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (ctx.live && (ctx.again || pending().length)) ctx.enteredDice = { query: page.panelQuery(), turn: currentTurn() };
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    // after the fields have the server's values
    if (ctx.enteredDice) queueMicrotask(() => enterAgain(ctx.enteredDice, answer));
  });
}

function enterAgain({ query, turn }, answer) {
  // without pending lines, enter only what the sheet lacks
  const lacks = pending().length || query.get("dice") !== page.panelQuery().get("dice");
  if (lacks && turn === currentTurn() && (query.get("dice") || query.get("box"))) answer(`?${query}`);
}
