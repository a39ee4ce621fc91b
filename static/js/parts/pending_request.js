// The pending request of the table: one at a time, so that nothing overtakes a write.

export let tableRequest = null;

export const isWriting = () => tableRequest?.request.method === "POST";

// A tap on a draft.
export const isDraftTap = (ctx) => ctx.request.method === "POST" && ctx.request.action.includes("/draft/");

export function startRequest(ctx) {
  tableRequest = ctx;
}

export function endRequest(ctx) {
  if (tableRequest === ctx) tableRequest = null;
}
