// Submits forms of the table by an event of this script. Chromium's autofill watches every form that the browser itself
// submits, and lays the page out in the middle of the next swap: 25 milliseconds of an old phone. Without htmx the event
// has no effect, and the browser submits the form.

// Return whether htmx takes the form over.
export function submitForm(form, submitter) {
  if (!window.SubmitEvent) return false;
  return !form.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true }));
}

// After all listeners of the document, which may answer the tap themselves.
addEventListener("click", (event) => {
  const button = event.target.closest?.("#table button:not([type=button])");
  if (button?.form && !event.defaultPrevented && submitForm(button.form, button)) event.preventDefault();
});
