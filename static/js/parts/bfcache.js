// Marks every page as scripted, and reloads pages restored from the back/forward cache.

document.documentElement.classList.add("js");
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
