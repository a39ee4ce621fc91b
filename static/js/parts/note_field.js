// Opens the field of a note with the focus in it. Within the tap: later Safari does not show the keyboard.

document.addEventListener("click", (event) => {
  const note = event.target.closest(".noting:not([open]) > summary")?.parentElement;
  if (!note) return;
  event.preventDefault();
  note.open = true;
  note.querySelector("input").focus();
});
