// Shows dates in the order of the page, times as the phone does. The server renders in the time zone of the cookie.

const YEAR = 365 * 24 * 60 * 60;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

// Dates have the page's order, as the server writes them: British in English. Clocks are written as on the phone.
function locales() {
  const { lang } = document.documentElement;
  const ordered = lang === "en" ? "en-GB" : lang;
  const phone = navigator.languages.find((each) => each.split("-")[0] === lang.split("-")[0]) || ordered;
  return [ordered, phone];
}

// Reload a page rendered in another time zone, once: a browser without cookies is not asked again.
function storeTimeZone() {
  const cookie = `zone=${timeZone}`;
  const isStored = () => document.cookie.split("; ").includes(cookie);
  if (!timeZone || isStored()) return;
  document.cookie = `${cookie}; path=/; max-age=${YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (isStored() && document.querySelector("[data-day], [data-days]")) location.reload();
}

// A day of play begins at six.
function dayOfPlay(at) {
  const day = new Date(at);
  day.setHours(day.getHours() - 6);
  return day;
}

// French counts the first of a month and no other day, as the server writes it.
function countFirst(text, moment, language) {
  return language.startsWith("fr") && moment.getDate() === 1 ? text.replace(/\b1\b/, "1er") : text;
}

function formatTimes() {
  const [language, phone] = locales();
  const today = dayOfPlay(Date.now());
  for (const time of document.querySelectorAll("time[datetime]:not([data-local])")) {
    const isDay = "day" in time.dataset;
    const at = new Date(isDay ? `${time.dateTime}T12:00` : time.dateTime);
    const day = isDay ? at : dayOfPlay(at);
    const write = (moment, shown) => countFirst(new Intl.DateTimeFormat(language, shown).format(moment), moment, language);
    const isThisYear = day.getFullYear() === today.getFullYear();
    const date = { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) };
    const clock = new Intl.DateTimeFormat(phone, { timeStyle: "short" }).format(at);
    if ("clock" in time.dataset || (!isDay && day.toDateString() === today.toDateString())) time.textContent = clock;
    else if (isDay) time.textContent = write(day, isThisYear && time.dataset.day !== "short" ? { weekday: "short", ...date } : date);
    else time.textContent = `${write(day, date)}, ${clock}`;
    const full = write(at, { dateStyle: "full" });
    time.title = isDay ? full : `${full}, ${new Intl.DateTimeFormat(phone, { timeStyle: "medium" }).format(at)}`;
    time.dataset.local = "";
  }
}

storeTimeZone();
formatTimes();
document.addEventListener("htmx:after:swap", formatTimes);
