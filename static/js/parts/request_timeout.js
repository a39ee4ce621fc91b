// What the table asks and nobody hears: packets that vanish are not refused, and what waits for their answer keeps every
// other tap waiting. A question is answered by this phone after a moment, and at once while there is no signal; what it
// cannot answer is given up in time, and so is a tap at a line that is begun.
import { page } from "./page_bridge.js";
import { onWaking } from "./on_resume.js";

// milliseconds: until the phone answers, until a question is given up, until a tap at a draft is
const MOMENT = 3000;
const QUESTION = 8000;
const DRAFT = 5000;

let asked = null;
let answersHere = () => false;

// `how` answers a question by what is on the phone; it says whether it could.
export function answerUnheard(how) {
  answersHere = how;
}

const asks = ({ request: { method } }) => method === "GET";
const answered = (ctx) => asks(ctx) && answersHere(ctx.request.action);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { abort, action } = ctx.request;
  if (event.defaultPrevented || !document.querySelector("#table")) return;
  if (!asks(ctx) && !action.includes("/draft/")) return;
  if (!page.hears() && answered(ctx)) {
    event.preventDefault();
    return;
  }
  asked = ctx;
  setTimeout(answerInTime, MOMENT, ctx);
  // with a reason htmx calls it an error
  setTimeout(abort, asks(ctx) ? QUESTION : DRAFT, "timeout");
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (asked === ctx) asked = null;
});

function answerInTime(ctx) {
  if (asked !== ctx || !answered(ctx)) return;
  ctx.request.abort();
  page.doubt();
}

// What was on its way when the phone fell asleep, or lost the signal, is seldom answered: the sheet waits for it no longer.
function wakeUp() {
  if (!asked) return;
  const { abort } = asked.request;
  if (answered(asked)) abort();
  else abort("timeout");
}

onWaking(wakeUp);
