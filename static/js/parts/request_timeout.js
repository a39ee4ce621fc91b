// Timeouts: lost packets get no error, and a pending request delays every other tap. The phone answers a question
// after a moment, or at once without a network; a later response corrects it. Questions without a response, and taps on
// a draft, are given up in time.
import { page } from "./pending_state.js";
import { onResume } from "./on_resume.js";

// milliseconds until the phone answers, a question it has answered is given up, any other, and a tap on a draft
const PHONE_ANSWERS = 300;
const NO_NETWORK = 3000;
const QUESTION = 8000;
const DRAFT = 5000;

let pendingQuestion = null;
// the question answered here whose response is still to come, and the points shown for it by box
let answered = null;
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
  setTimeout(answerMeanwhile, PHONE_ANSWERS, ctx);
  setTimeout(giveUpWaiting, NO_NETWORK, ctx);
  // with a reason htmx reports an error
  setTimeout(abort, isQuestion(ctx) ? QUESTION : DRAFT, "timeout");
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (pendingQuestion === ctx) pendingQuestion = null;
  if (answered?.ctx === ctx) answered = null;
});

const offers = () => new Map([...document.querySelectorAll(".sheet td > button")].map((box) => [box.id, box.textContent]));

function answerMeanwhile(ctx) {
  if (pendingQuestion === ctx && isAnswered(ctx)) answered = { ctx, shown: offers() };
}

// The pad went on without the response.
export function dropQuestion() {
  if (answered) answered.ctx.request.abort();
}

// Mark the boxes whose points differ from those of the phone, except where it left them open.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (answered?.ctx !== ctx) return;
  for (const [id, points] of offers()) {
    const before = answered.shown.get(id);
    if (before && before !== "?" && before !== points) markCorrected(document.getElementById(id));
  }
});

export function markCorrected(box) {
  const [outlineColor, outlineStyle, outlineOffset] = ["currentColor", "solid", "-3px"];
  box.animate([{ outlineColor, outlineStyle, outlineOffset, outlineWidth: "3px" }, { outlineStyle, outlineWidth: "0" }], 2000);
}

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
