// What the server does not take, and why: in its own words, or by the status of its answer in those of the page's template.

const NAMES = { 401: "out", 403: "again", 404: "gone" };

export function reason(why) {
  if (!/^\d+$/.test(why)) return why;
  return words(NAMES[why] ?? "broken", why);
}

// A line, or the taking back of one.
export const nameOf = ({ shown: { text }, undoes }) => (undoes ? words("undoes", text) : text);

const words = (name, part) => document.querySelector("template[data-out]").dataset[name].replace("{}", part);
