// Shows the buttons that print this page, and prints.

for (const button of document.querySelectorAll("#print, [data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
