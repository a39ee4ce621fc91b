// What the script of the page lends to the part that is fetched later (`pending_lines.js`). Where nothing is kept it lends nothing, and
// nothing waits.

export const page = { hears: () => true, linesOf: () => [] };
