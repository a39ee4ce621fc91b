// The look of this phone is seen at once; the answer keeps it.

document.addEventListener("change", (event) => {
  if (event.target.name === "look") document.documentElement.dataset.theme = event.target.value;
});
