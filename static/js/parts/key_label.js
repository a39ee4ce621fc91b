// The label of a key as it is read out: without its pictures, such as the letter of an avatar. A key that asks for what
// is missing enters nothing and has none.
export function keyLabel(key) {
  if (key.value === "missing") return "";
  const copy = (key.matches("input") ? key.closest("label") : key).cloneNode(true);
  for (const each of copy.querySelectorAll("[aria-hidden=true]")) each.remove();
  return (copy.getAttribute("aria-label") ?? copy.textContent).trim().replace(/\s+/g, " ");
}
