// Keeps focus in the row of notices, which every sheet renders anew.
let reads = false;

export const goOnReading = () => (document.querySelector("#note") ?? document.querySelector("#who"))?.focus({ preventScroll: true });

document.addEventListener("htmx:before:swap", () => {
  reads = Boolean(document.activeElement?.closest(".say, #who"));
});

// The notices of this phone return sooner or later than the sheet.
export function goOnIfRead() {
  if (reads && document.activeElement === document.body) goOnReading();
}

document.addEventListener("htmx:after:swap", () => setTimeout(goOnIfRead));
