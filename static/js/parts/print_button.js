// The button that prints this page.
const printer = document.querySelector("#print");
if (printer) {
  printer.hidden = false;
  printer.addEventListener("click", () => window.print());
}
