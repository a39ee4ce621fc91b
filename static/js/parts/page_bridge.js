// Functions that the page's script shares with the part loaded later (`pending_lines.js`). Without storage it shares
// nothing, and nothing is pending.

export const page = { hears: () => true, linesOf: () => [] };
