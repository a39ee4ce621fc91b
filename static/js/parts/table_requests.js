// Requests of the table and their responses. A question gives way to any later request.
import { clearForNext, enterNext, resetFields, restoreDice, tapHeldBox } from "./dice_pad.js";
import { answerOnPhone } from "./table_outbox.js";
import { loadSheetScroll } from "./sheet_overflow.js";
import { vibrate } from "./haptics.js";
import { focusNotice } from "./notice_focus.js";
import { ANSWERED } from "./http_status.js";
import { showSendError } from "./send_error.js";
import { endRequest, isDraftTap, isWriting, startRequest, tableRequest } from "./pending_request.js";

document.addEventListener("htmx:before:request", (event) => {
  if (isWriting()) return event.preventDefault();
  tableRequest?.request.abort();
  startRequest(event.detail.ctx);
  // a confirmation does not give way: a box tapped after it waits for the response
  if (tableRequest.request.submitter?.name === "sure") document.querySelector(".pad")?.classList.add("asking");
  if (!isWriting()) return;
  tableRequest.request.submitter?.classList.add("sent");
  clearForNext();
});

document.addEventListener("htmx:finally:request", (event) => endRequest(event.detail.ctx));

// A response that is no table (a hotel's login page) must not replace it.
document.addEventListener("htmx:before:swap", (event) => {
  if (!ANSWERED.includes(event.detail.ctx.response.status)) return;
  if (!event.detail.ctx.text.includes('id="table"')) {
    event.preventDefault();
    showSendError("lost");
  }
});

// Focus moves to the entry panel after a write, and otherwise stays.
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  endRequest(ctx);
  document.querySelector(".pad")?.classList.remove("asking");
  resetFields();
  const wrote = ctx.request.method === "POST" && !isDraftTap(ctx);
  // both lay the page out: in a task of their own
  setTimeout(() => {
    loadSheetScroll();
    if (!ctx.live && (wrote || document.activeElement === document.body)) focusNotice();
  });
  // a die may have been entered between the parsing of a live update and its morph
  if (ctx.live) return ctx.again || restoreDice();
  const isWritten = wrote && ctx.response.status === 200;
  if (isWritten) {
    vibrate();
    enterNext();
  }
  restoreDice();
  // a box that is tapped now is written, and its dice with it
  if (!isWritten) tapHeldBox();
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.request.method !== "GET" || !answerOnPhone(ctx.request.action)) showSendError("lost");
});
document.addEventListener("htmx:response:error", (event) => {
  if (!ANSWERED.includes(event.detail.ctx.response.status)) showSendError("broken");
});
