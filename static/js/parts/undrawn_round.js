// A round left to the outbox that nothing draws, because `pending_lines.js` is missing: its keys stay on the page, and a
// second tap would write the next round. They are disabled until the sheet is drawn. Here only the note that the outbox
// shows tells that a line waits: its modules belong to the page's own bundle.

// milliseconds in which a line is drawn
const DRAWN_AFTER = 300;

const isDrawn = () => document.querySelector("#table [data-line]");
const isWaiting = () => document.querySelector("#table .note.bad");

function disableKeys() {
  // or it was taken back meanwhile
  if (isDrawn() || !isWaiting()) return;
  for (const key of document.querySelectorAll("#pad.cards button")) key.disabled = true;
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // the outbox took the line: there is no response of the server
  if (ctx.response?.status === 204) setTimeout(disableKeys, DRAWN_AFTER);
});
