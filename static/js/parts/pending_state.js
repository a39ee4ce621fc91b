// State of the script that draws pending lines (`pending_lines.js`): the functions lent by the page's script, the
// pending lines of this phone at this table, and how far they are drawn.

// Without storage the page lends nothing, and nothing is pending.
export const page = { isLive: () => true, visibleLines: () => [] };

export const lines = () => page.visibleLines(page.here);
export const pending = () => lines().filter(({ why }) => !why);

// `isDrawn`: pending lines are drawn over the sheet; `otherPanel`: the entry panel is no pad (a line, a player, a
// correction, writing out of turn)
export const drawing = { isDrawn: false, otherPanel: false };
