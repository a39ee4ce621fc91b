// Shows a chosen theme at once; the response stores it.

document.addEventListener("change", (event) => {
  if (event.target.name === "look") document.documentElement.dataset.theme = event.target.value;
});
