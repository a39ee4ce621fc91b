// What the script of the page lends to the part that is fetched later (`offline.js`). Where this browser keeps nothing, it lends
// nothing.

export const page = { hears: () => true };
