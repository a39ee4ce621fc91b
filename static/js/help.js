// The help page: a filter of its rules, and an index that opens with its link. Without scripts the index is a list of
// links, and the browser's own search finds the rest.

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// Show the rules that contain every word of the search field, and the sections that still have one.
function filterRules() {
  const words = plain(document.querySelector("#find").value).split(/\s+/).filter(Boolean);
  const holds = (element) => words.every((word) => plain(element.textContent).includes(word));
  let found = 0;
  for (const section of document.querySelectorAll(".help-page section")) {
    const rules = [...section.children].filter((child) => child.matches(".point"));
    let left = 0;
    for (const rule of rules) {
      rule.hidden = !holds(rule);
      if (!rule.hidden) left += 1;
    }
    section.hidden = words.length > 0 && left === 0;
    found += left;
  }
  document.querySelector(".index details").hidden = words.length > 0;
  const count = document.querySelector("#found");
  count.textContent = words.length && !found ? count.dataset.none : "";
}

document.addEventListener("input", (event) => {
  if (event.target.id === "find") filterRules();
});

// A link of the index leads to a rule that the filter would hide.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".help-page a[href^='#']");
  if (!link) return;
  const field = document.querySelector("#find");
  if (link.hash === "#index") {
    event.preventDefault();
    scrollTo(0, 0);
    field.focus();
    return;
  }
  field.value = "";
  filterRules();
});
