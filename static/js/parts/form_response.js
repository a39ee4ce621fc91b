// Applies the response to a form, also to fields changed by hand. Fields typed into meanwhile keep their value, and a
// response overtaken by a later request is ignored. Opened sections stay open: htmx leaves them alone.
import { drawTray, lastSubmit } from "./opening_roll.js";
import { ANSWERED } from "./http_status.js";

let latest = {};
let typed = [];

// Set only fields that differ, so that a text selection stays.
function applyResponse(field) {
  if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
  else if (field.matches("select")) for (const option of field.options) option.selected = option.defaultSelected;
  else if (field.matches("input") && field.value !== field.defaultValue && !isTypedSince(field)) field.value = field.defaultValue;
}

const isTypedSince = (field) => typed.some(([id]) => id === field.id);

const fieldTexts = () => {
  const fields = document.querySelectorAll("#setup input:not([type=radio], [type=hidden])");
  return Object.fromEntries([...fields].map((field) => [field.id, field.value]));
};

document.addEventListener("htmx:before:request", (event) => {
  latest = { ctx: event.detail.ctx, texts: fieldTexts() };
});

document.addEventListener("htmx:before:swap", (event) => {
  if (!document.querySelector("#setup")) return;
  if (event.detail.ctx !== latest.ctx) event.preventDefault();
  typed = Object.entries(fieldTexts()).filter(([id, text]) => (latest.texts[id] ?? "") !== text);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (document.activeElement === document.body) document.querySelector("#who")?.focus({ preventScroll: true });
  const form = document.querySelector("#setup form");
  if (!form) return;
  for (const field of form.elements) applyResponse(field);
  for (const [id, text] of typed) {
    const field = document.getElementById(id);
    if (!field) continue;
    if (field.value !== text) field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  drawTray();
  form.querySelectorAll("details:has(.err)").forEach((each) => { each.open = true; });
  // focus stays in the next field
  if (ctx.request.submitter && !lastSubmit.byFaces) form.querySelector("[aria-invalid=true], fieldset:has(> .err) input")?.focus();
  lastSubmit.byFaces = false;
});

function showNoAnswer() {
  const notice = document.querySelector("#unheard");
  if (notice) notice.hidden = false;
}

document.addEventListener("htmx:error", showNoAnswer);
document.addEventListener("htmx:response:error", (event) => {
  if (!ANSWERED.includes(event.detail.ctx.response.status)) showNoAnswer();
});
