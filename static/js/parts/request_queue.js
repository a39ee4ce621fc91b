// The pending request of the table: one at a time, so that nothing overtakes a write.

export let way = null;

export const writing = () => way?.request.method === "POST";

// A tap on a draft.
export const drafting = (ctx) => ctx.request.method === "POST" && ctx.request.action.includes("/draft/");

export function goes(ctx) {
  way = ctx;
}

export function ends(ctx) {
  if (way === ctx) way = null;
}
