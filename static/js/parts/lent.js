// What the script of the page lends to the part that is fetched later (`offline.js`).

export const page = {};
