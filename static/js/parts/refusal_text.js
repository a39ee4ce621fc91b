// The text of a refusal: the server's own words, or the page's text for the status.
import { textFor } from "./sheet_dom.js";

const NAMES = { 401: "out", 403: "again", 404: "gone" };

export function refusalText(why) {
  if (!/^\d+$/.test(why)) return why;
  return textFor(NAMES[why] ?? "broken", why);
}

// A line, or the undo of one.
export const lineText = ({ shown: { text }, undoes }) => (undoes ? textFor("undoes", text) : text);
