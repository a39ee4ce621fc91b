// The help page: a filter of its rules, and an index that opens with its link. Without scripts the index is a list of
// links, and the browser's own search finds the rest.

// words, numbers and signs, without accents
const wordsOf = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/\p{L}+|\p{N}+|\p{S}/gu) ?? [];

// Return whether each word of the search begins a word of a rule: 0 if not, 2 if each is a whole word or in the
// heading, otherwise 1.
function rank(rule, words) {
  const own = wordsOf(rule.textContent);
  const heading = wordsOf(rule.querySelector("h3, h4")?.textContent ?? "");
  const begins = (among, word) => among.some((each) => each.startsWith(word));
  if (!words.every((word) => begins(own, word))) return 0;
  return words.every((word) => own.includes(word) || begins(heading, word)) ? 2 : 1;
}

// the rules of a section in the order of the page
const asPrinted = new WeakMap();
function rulesOf(section) {
  if (!asPrinted.has(section)) {
    asPrinted.set(section, [...section.children].filter((child) => child.matches(".point")));
  }
  return asPrinted.get(section);
}

// Show the rules that contain every word of the search field, the best first, and the sections that still have one.
function filterRules() {
  const words = wordsOf(document.querySelector("#find").value);
  let found = 0;
  for (const section of document.querySelectorAll(".help-page section")) {
    const ranks = new Map(rulesOf(section).map((rule) => [rule, rank(rule, words)]));
    for (const [rule, itsRank] of ranks) rule.hidden = !itsRank;
    section.append(...[...ranks.keys()].sort((one, other) => ranks.get(other) - ranks.get(one)));
    const left = [...ranks.values()].filter(Boolean).length;
    section.hidden = words.length > 0 && left === 0;
    found += left;
  }
  document.querySelector("#to-sources").hidden = document.querySelector("#sources").parentElement.hidden;
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

// The X goes back to the table that the rules were opened from: as a link it would add an entry to the history, and
// the browser's Back would show the rules again. Links within the page add entries, too.
const close = document.querySelector(".help-page > header > a:first-child");
const withoutQuery = (address) => address.split("?")[0];
let steps = 0;

function countSteps() {
  steps = history.state?.steps ?? steps + 1;
  history.replaceState({ steps }, "");
}

if (close && withoutQuery(document.referrer) === withoutQuery(close.href)) {
  countSteps();
  addEventListener("hashchange", countSteps);
  close.addEventListener("click", (event) => {
    // nothing is before the rules in a tab of their own
    if (history.length <= steps) return;
    event.preventDefault();
    history.go(-steps);
  });
}
