// Shares the link: with the phone's share dialog, otherwise copied, otherwise shown to copy.

async function send(button) {
  const { link, title, copied } = button.dataset;
  if (navigator.share) {
    try {
      await navigator.share({ title, url: link });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    button.querySelector("span").textContent = copied;
  } catch {
    const field = document.querySelector("#copy");
    field.classList.add("shown");
    const input = field.querySelector("input");
    input.focus();
    input.select();
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#send");
  if (button) send(button);
});
