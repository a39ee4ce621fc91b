// Timeouts: lost packets get no error, and a pending request delays every other tap. The phone answers a question
// after a moment, or at once without a network; other questions, and taps on a draft, are given up in time.
import { page } from "./page_bridge.js";
import { onWaking } from "./on_resume.js";

// milliseconds until the phone answers, a question is given up, and a tap on a draft is given up
const MOMENT = 3000;
const QUESTION = 8000;
const DRAFT = 5000;

let asked = null;
let answersHere = () => false;

// `how` answers a question on the phone and returns whether it could.
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
  // with a reason htmx reports an error
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

// Requests pending when the phone fell asleep or lost its network seldom get a response: stop waiting.
function wakeUp() {
  if (!asked) return;
  const { abort } = asked.request;
  if (answered(asked)) abort();
  else abort("timeout");
}

onWaking(wakeUp);
