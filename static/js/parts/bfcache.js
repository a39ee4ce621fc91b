// Every page: it knows that scripts run, and one that the browser had kept is fetched again.

document.documentElement.classList.add("js");
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
