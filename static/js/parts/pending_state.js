// What waits on this phone at this table, and how far it is drawn.
import { page } from "./page_bridge.js";

export const lines = () => page.linesOf(page.here);
export const waiting = () => lines().filter(({ why }) => !why);

// `over`: what waits is drawn over the sheet; `beyond`: what is looked at is no pad (a line, a player, a correction, writing
// out of turn)
export const drawing = { over: false, beyond: false };
