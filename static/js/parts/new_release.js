// The server is another release than this page. What is written here still arrives, but the page wants to be opened fresh:
// that is said. A television, at which nobody taps, does it by itself.

const release = () => document.querySelector("#table")?.dataset.release;
const ours = release();

document.addEventListener("htmx:after:swap", () => {
  if (!release() || release() === ours) return;
  const says = document.querySelector("#renewed");
  if (says) says.hidden = false;
  else location.reload();
});
