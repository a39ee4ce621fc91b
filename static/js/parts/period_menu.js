// On a phone the choices of a period would open below the fold, under the key of a new game.
function showChoices({ target }) {
  if (target.matches(".period[open]")) target.scrollIntoView({ block: "nearest" });
}

document.addEventListener("toggle", showChoices, true); // toggle does not bubble
