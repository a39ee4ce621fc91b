// The browser's back button closes the rules or the opening roll, which the new-game page shows in place of its form.

const closeKey = () => document.querySelector("#setup > header button[value=back]");

document.addEventListener("htmx:after:swap", () => {
  if (closeKey()) {
    if (!history.state?.setup) history.pushState({ setup: true }, "");
  } else if (history.state?.setup) history.back();
});

// a link within the rules has an entry too, with its own fragment
addEventListener("popstate", () => {
  if (!history.state?.setup && !location.hash) closeKey()?.click();
});
