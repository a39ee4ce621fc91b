// Submits forms of the table by an event of this script. Chromium's autofill watches every form that the browser itself
// submits, and lays the page out in the middle of the next swap: 25 milliseconds of an old phone. Where htmx does not
// take the event, the browser submits the form.
//
// A tap is shown first and its form submitted after that, in a task of its own: 25 milliseconds of an old phone. No
// other event comes in between, and no swap, which may make another button of the tapped one.

let tapped = null;
let isSwapping = false;

function submitTapped() {
  const submitter = tapped;
  tapped = null;
  if (!submitter?.form) return;
  const submit = new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true });
  if (submitter.form.dispatchEvent(submit)) submitter.form.requestSubmit(submitter);
}

// After all listeners of the document, which may answer the tap themselves.
addEventListener("click", (event) => {
  const submitter = event.target.closest?.("#table button:not([type=button])");
  if (!HTMLFormElement.prototype.requestSubmit || !submitter?.form || event.defaultPrevented) return;
  event.preventDefault();
  submitTapped();
  tapped = submitter;
  if (!isSwapping && (event.isTrusted || submitter.matches(".plain .key"))) setTimeout(submitTapped);
  else submitTapped();
});

for (const type of ["pointerdown", "click", "keydown", "htmx:before:swap", "visibilitychange", "pagehide"]) {
  addEventListener(type, submitTapped, true);
}
document.addEventListener("htmx:before:swap", () => { isSwapping = true; });
document.addEventListener("htmx:after:swap", () => { isSwapping = false; });
