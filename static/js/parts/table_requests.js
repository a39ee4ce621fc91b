// Requests of the table and their responses. A question gives way to any later request.
import { bringBack, forgetAside, goOn, heed, keepNext, leave, pressHeld } from "./dice_pad.js";
import { padHere } from "./table_outbox.js";
import { bringRow, bringTurn } from "./sheet_scroll.js";
import { ANSWERS } from "./http_status.js";
import { trouble } from "./send_error.js";
import { drafting, ends, goes, way, writing } from "./request_queue.js";

document.addEventListener("htmx:before:request", (event) => {
  if (!document.querySelector("#table")) return;
  if (writing()) return event.preventDefault();
  way?.request.abort();
  goes(event.detail.ctx);
  // a confirmation does not give way: a box tapped after it waits for the response
  if (way.request.submitter?.name === "sure") document.querySelector(".pad")?.classList.add("asking");
  if (!writing()) return;
  way.request.submitter?.classList.add("sent");
  leave();
});

document.addEventListener("htmx:finally:request", (event) => ends(event.detail.ctx));

// A response that is no table (a hotel's login page) must not replace it.
document.addEventListener("htmx:before:swap", (event) => {
  if (!document.querySelector("#table") || !ANSWERS.includes(event.detail.ctx.response.status)) return;
  if (!event.detail.ctx.text.includes('id="table"')) {
    event.preventDefault();
    trouble("lost");
  } else if (writing()) keepNext();
});

// Focus moves to the entry panel after a write, and otherwise stays.
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  ends(ctx);
  document.querySelector(".pad")?.classList.remove("asking");
  heed();
  bringTurn();
  bringRow();
  if (ctx.live) return;
  const wrote = ctx.request.method === "POST" && !drafting(ctx) && document.querySelector("#table");
  if (wrote || document.activeElement === document.body) {
    (document.querySelector("#note") || document.querySelector("#who"))?.focus({ preventScroll: true });
  }
  if (wrote) forgetAside();
  if (wrote && ctx.response.status === 200) goOn();
  else pressHeld();
  bringBack();
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.request.method !== "GET" || !padHere(ctx.request.action)) trouble("lost");
});
document.addEventListener("htmx:response:error", (event) => {
  if (!ANSWERS.includes(event.detail.ctx.response.status)) trouble("broken");
});
