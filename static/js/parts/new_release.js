// Notice that the server is another release than this page. Writing still works, but the page should be reloaded. A
// big screen, which has no taps, reloads by itself.

const release = () => document.querySelector("#table")?.dataset.release;
const ownRelease = release();

document.addEventListener("htmx:after:swap", () => {
  if (!release() || release() === ownRelease) return;
  const notice = document.querySelector("#renewed");
  if (notice) notice.hidden = false;
  else location.reload();
});
