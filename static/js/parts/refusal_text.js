// What the server does not take, and why: in its own words, or by the status of its answer in those of the page's template.
import { word } from "./sheet_dom.js";

const NAMES = { 401: "out", 403: "again", 404: "gone" };

export function reason(why) {
  if (!/^\d+$/.test(why)) return why;
  return word(NAMES[why] ?? "broken", why);
}

// A line, or the taking back of one.
export const nameOf = ({ shown: { text }, undoes }) => (undoes ? word("undoes", text) : text);
