// Submits forms of the table by an event of this script. Chromium's autofill watches every form that the browser itself
// submits, and lays the page out in the middle of the next swap: 25 milliseconds of an old phone. Where htmx does not
// take the event, the browser submits the form.

// After all listeners of the document, which may answer the tap themselves.
addEventListener("click", (event) => {
  const submitter = event.target.closest?.("#table button:not([type=button])");
  if (!window.SubmitEvent || !submitter?.form || event.defaultPrevented) return;
  const submit = new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true });
  if (!submitter.form.dispatchEvent(submit)) event.preventDefault();
});
