// A round left to the outbox that nothing draws, because `pending_lines.js` is missing: its keys stay on the page, and a
// second tap would write the next round. They are disabled until the sheet is drawn.

// milliseconds in which a line is drawn
const DRAWN_AFTER = 300;

const isDrawn = () => document.querySelector("#table [data-line]");

function disableKeys() {
  if (isDrawn()) return;
  for (const key of document.querySelectorAll("#pad.cards button")) key.disabled = true;
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // the outbox took the line: there is no response of the server
  if (ctx.response?.status === 204) setTimeout(disableKeys, DRAWN_AFTER);
});
