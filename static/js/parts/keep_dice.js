// Keeps entered dice when the sheet is refreshed under pending lines or drawn again, as long as the same player is
// next.
import { waiting } from "./pending_state.js";
import { page } from "./page_bridge.js";

const turnNow = () => document.querySelector("#table").dataset.turn;

// `lay` answers a question on the phone.
export function keepLying(lay) {
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (ctx.live && (ctx.again || waiting().length)) ctx.lies = { laid: page.question(), turn: turnNow() };
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    // after the fields have the server's values
    if (ctx.lies) queueMicrotask(() => layAgain(ctx.lies, lay));
  });
}

function layAgain({ laid, turn }, lay) {
  // without pending lines, enter only what the sheet lacks
  const lacks = waiting().length || laid.get("dice") !== page.question().get("dice");
  if (lacks && turn === turnNow() && (laid.get("dice") || laid.get("box"))) lay(`?${laid}`);
}
