// A line that is written is felt, on phones that can.
import { drafting } from "./request_queue.js";

export const feel = () => navigator.vibrate?.(12);

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.request.method === "POST" && ctx.response.status === 200 && !drafting(ctx)) feel();
});
