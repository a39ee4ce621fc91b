// Pending lines of this phone at this table, and how far they are drawn.
import { page } from "./page_bridge.js";

export const lines = () => page.linesOf(page.here);
export const waiting = () => lines().filter(({ why }) => !why);

// `over`: pending lines are drawn over the sheet; `beyond`: the entry panel is no pad (a line, a player, a correction,
// writing out of turn)
export const drawing = { over: false, beyond: false };
