// Times in the phone's zone.

// the phone's own way to write a time, where it speaks the page's language
export function spoken() {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.split("-")[0] === lang.split("-")[0]) || lang;
}

function tellTimes() {
  const language = spoken();
  for (const time of document.querySelectorAll("time[datetime]:not([data-told])")) {
    const at = new Date(time.dateTime);
    const today = new Date().toDateString() === at.toDateString();
    const day = { day: "numeric", month: "short" };
    const date = (shown) => new Intl.DateTimeFormat(language, shown).format(at);
    const clock = date({ timeStyle: "short" });
    if ("day" in time.dataset) time.textContent = date({ weekday: "short", ...day });
    else time.textContent = today ? clock : `${date(day)}, ${clock}`;
    time.title = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" }).format(at);
    time.dataset.told = "";
  }
}

tellTimes();
document.addEventListener("htmx:after:swap", tellTimes);
