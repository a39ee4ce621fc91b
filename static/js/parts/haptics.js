// Vibrates after a written line, where the phone can.
import { drafting } from "./request_queue.js";

export const feel = () => navigator.vibrate?.(12);

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.request.method === "POST" && ctx.response.status === 200 && !drafting(ctx)) feel();
});
