// Shares a link or a text: with the phone's share dialog, otherwise copied, otherwise shown to copy.

async function share(button, data, text, showText) {
  if (navigator.share) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    button.querySelector("span").textContent = button.dataset.copied;
  } catch {
    showText(text);
  }
}

function showLink() {
  const field = document.querySelector("#copy");
  field.classList.add("shown");
  const input = field.querySelector("input");
  input.focus();
  input.select();
}

const selectText = (button) => getSelection().selectAllChildren(button.parentElement.querySelector(".boxed"));

document.addEventListener("click", (event) => {
  const button = event.target.closest("#send, #share, .remind");
  if (!button) return;
  const { link, title, text } = button.dataset;
  if (button.id === "send") share(button, { title, url: link }, link, showLink);
  else share(button, { text }, text, () => selectText(button));
});
