// The request that is on its way from the table: one at a time, so that nothing overtakes a write.

export let way = null;

export const writing = () => way?.request.method === "POST";

export function goes(ctx) {
  way = ctx;
}

export function ends(ctx) {
  if (way === ctx) way = null;
}
