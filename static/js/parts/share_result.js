// Shares a result: with the phone's share dialog, otherwise copied, otherwise shown to copy.

async function share(button) {
  const { text } = button.dataset;
  if (navigator.share) {
    try {
      await navigator.share({ text });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    button.querySelector("span").textContent = button.dataset.copied;
  } catch {
    const field = document.querySelector("#share-text");
    if (!field) {
      getSelection().selectAllChildren(document.querySelector("#sent"));
      return;
    }
    field.hidden = false;
    const area = field.querySelector("textarea");
    area.value = text;
    area.focus();
    area.select();
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#share");
  if (button) share(button);
});
