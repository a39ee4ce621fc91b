// Why the server does not take a line: in its own words, or by the status of its answer in those of the page's template.

const NAMES = { 401: "out", 403: "again", 404: "gone" };

export function reason(why) {
  if (!/^\d+$/.test(why)) return why;
  return document.querySelector("template[data-out]").dataset[NAMES[why] ?? "broken"].replace("{}", why);
}
