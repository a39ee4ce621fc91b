// Names keys of this phone that no longer fit what the server has, by the labels that they have on its panels.
import { keyLabel } from "./key_label.js";
import { showNotEntered } from "./not_entered.js";
import { parse } from "./panel_swap.js";
import { tables } from "./round_tables.js";

const panels = () => [tables, tables?.panels].flatMap((each) => Object.values(each ?? {})).filter((each) => typeof each === "string");

// The label of a key on the page, or on any panel, as it is read out; a key of no panel has none.
function labelOf(press) {
  const selector = `[name=press][value="${CSS.escape(press)}"]`;
  const key = [document, ...panels().map(parse)].map((page) => page.querySelector(selector)).find(Boolean);
  return key ? keyLabel(key) : "";
}

export function nameDropped(keys) {
  const labels = keys.map(labelOf).filter(Boolean);
  if (labels.length) showNotEntered(labels, tables?.overtaken);
}
