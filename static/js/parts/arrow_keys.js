// Arrow keys lead from one open box of the sheet to the next.

document.addEventListener("keydown", (event) => {
  if (!/^Arrow(Up|Down)$/.test(event.key) || !event.target.matches(".sheet td > button")) return;
  const open = [...document.querySelectorAll(".sheet td > button")];
  open[open.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  event.preventDefault();
});
