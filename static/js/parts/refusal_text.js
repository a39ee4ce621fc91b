// Why the server refused a line: its own words, or the page's text for the status.
import { word } from "./sheet_dom.js";

const NAMES = { 401: "out", 403: "again", 404: "gone" };

export function reason(why) {
  if (!/^\d+$/.test(why)) return why;
  return word(NAMES[why] ?? "broken", why);
}

// A line, or the undo of one.
export const nameOf = ({ shown: { text }, undoes }) => (undoes ? word("undoes", text) : text);
