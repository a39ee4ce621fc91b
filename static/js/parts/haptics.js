// Vibrates after a written line, where the phone can.
import { isDraftTap } from "./pending_request.js";

export const vibrate = () => navigator.vibrate?.(12);

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.request.method === "POST" && ctx.response.status === 200 && !isDraftTap(ctx)) vibrate();
});
