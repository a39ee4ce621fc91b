// Notice that the server is another release than this page. Writing still works, but the page should be reloaded. A
// big screen, which has no taps, reloads by itself.

const release = () => document.querySelector("#table")?.dataset.release;
const ours = release();

document.addEventListener("htmx:after:swap", () => {
  if (!release() || release() === ours) return;
  const says = document.querySelector("#renewed");
  if (says) says.hidden = false;
  else location.reload();
});
