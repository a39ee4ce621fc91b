// A form that was answered shows what the answer says, also where it had been changed by hand; only what was
// typed meanwhile stays, and an answer that a later question has overtaken is left out. (A part that was opened
// stays open: htmx is told to leave that alone.)
import { asked, drawThrow } from "./opening_roll.js";
import { ANSWERS } from "./http_status.js";

let latest = {};
let typed = [];

// Only what differs is set: whoever is about to type over a marked text finds it marked still.
function asAnswered(field) {
  if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
  else if (field.matches("select")) for (const option of field.options) option.selected = option.defaultSelected;
  else if (field.matches("input") && field.value !== field.defaultValue && !overtyped(field)) field.value = field.defaultValue;
}

const overtyped = (field) => typed.some(([id]) => id === field.id);

const texts = () => {
  const fields = document.querySelectorAll("#setup input:not([type=radio], [type=hidden])");
  return Object.fromEntries([...fields].map((field) => [field.id, field.value]));
};

document.addEventListener("htmx:before:request", (event) => {
  latest = { ctx: event.detail.ctx, texts: texts() };
});

document.addEventListener("htmx:before:swap", (event) => {
  if (!document.querySelector("#setup")) return;
  if (event.detail.ctx !== latest.ctx) event.preventDefault();
  typed = Object.entries(texts()).filter(([id, text]) => (latest.texts[id] ?? "") !== text);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (document.activeElement === document.body) document.querySelector("#who")?.focus({ preventScroll: true });
  const form = document.querySelector("#setup form");
  if (!form) return;
  for (const field of form.elements) asAnswered(field);
  for (const [id, text] of typed) {
    const field = document.getElementById(id);
    if (!field) continue;
    if (field.value !== text) field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  drawThrow();
  form.querySelectorAll("details:has(.err)").forEach((each) => { each.open = true; });
  // whoever went on to the next field stays there
  if (ctx.request.submitter && !asked.byFaces) form.querySelector("[aria-invalid=true], fieldset:has(> .err) input")?.focus();
  asked.byFaces = false;
});

function unheard() {
  const says = document.querySelector("#unheard");
  if (says) says.hidden = false;
}

document.addEventListener("htmx:error", unheard);
document.addEventListener("htmx:response:error", (event) => {
  if (!ANSWERS.includes(event.detail.ctx.response.status)) unheard();
});
