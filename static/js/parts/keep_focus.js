// Whoever is in the row of what is said goes on there, whatever sheet comes: it is made anew with each.
let reads = false;

export const goOnReading = () => (document.querySelector("#note") ?? document.querySelector("#who"))?.focus({ preventScroll: true });

document.addEventListener("htmx:before:swap", () => {
  reads = Boolean(document.activeElement?.closest(".say, #who"));
});

// What this phone was told is put back after the sheet, sooner or later than this.
export function goOnIfRead() {
  if (reads && document.activeElement === document.body) goOnReading();
}

document.addEventListener("htmx:after:swap", () => setTimeout(goOnIfRead));
