// The sheet is renewed under what waits, or drawn again: what lies in the pad is the next player's and stays, where he still
// is the next.
import { waiting } from "./pending_state.js";
import { page } from "./page_bridge.js";

const turnNow = () => document.querySelector("#table").dataset.turn;

// `lay` answers a question by what is on the phone.
export function keepLying(lay) {
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (ctx.live && (ctx.again || waiting().length)) ctx.lies = { laid: page.question(), turn: turnNow() };
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    // when the fields have been set to the server's word
    if (ctx.lies) queueMicrotask(() => layAgain(ctx.lies, lay));
  });
}

function layAgain({ laid, turn }, lay) {
  // where nothing waits, only what the sheet lacks is laid again
  const lacks = waiting().length || laid.get("dice") !== page.question().get("dice");
  if (lacks && turn === turnNow() && (laid.get("dice") || laid.get("box"))) lay(`?${laid}`);
}
