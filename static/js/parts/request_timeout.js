// Timeouts: lost packets get no error, and a pending request delays every other tap. The phone answers a question
// after a moment, or at once without a network; other questions, and taps on a draft, are given up in time.
import { page } from "./pending_state.js";
import { onResume } from "./on_resume.js";

// milliseconds until the phone answers, a question is given up, and a tap on a draft is given up
const PHONE_ANSWERS = 3000;
const QUESTION = 8000;
const DRAFT = 5000;

let pendingQuestion = null;
let phoneAnswer = () => false;

// `answer` answers a question on the phone and returns whether it could.
export function setPhoneAnswer(answer) {
  phoneAnswer = answer;
}

const isQuestion = ({ request: { method } }) => method === "GET";
const isAnswered = (ctx) => isQuestion(ctx) && phoneAnswer(ctx.request.action);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { abort, action } = ctx.request;
  if (event.defaultPrevented || !document.querySelector("#table")) return;
  if (!isQuestion(ctx) && !action.includes("/draft/")) return;
  if (!page.isLive() && isAnswered(ctx)) {
    event.preventDefault();
    return;
  }
  pendingQuestion = ctx;
  setTimeout(giveUpWaiting, PHONE_ANSWERS, ctx);
  // with a reason htmx reports an error
  setTimeout(abort, isQuestion(ctx) ? QUESTION : DRAFT, "timeout");
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (pendingQuestion === ctx) pendingQuestion = null;
});

function giveUpWaiting(ctx) {
  if (pendingQuestion !== ctx || !isAnswered(ctx)) return;
  ctx.request.abort();
  page.reconnect();
}

// Requests pending when the phone fell asleep or lost its network seldom get a response: stop waiting.
function stopWaiting() {
  if (!pendingQuestion) return;
  const { abort } = pendingQuestion.request;
  if (isAnswered(pendingQuestion)) abort();
  else abort("timeout");
}

onResume(stopWaiting);
