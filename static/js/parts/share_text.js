// The text of a finished game with a link to watch, read from the page to share, and its picture.
import { pngFile } from "./share_image.js";

let prepared = null;

// The link is not in the table page, and drawing takes a moment: begin when the finger is down.
async function prepare(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.status);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const picture = page.querySelector("#picture");
  const draws = navigator.canShare && pngFile(picture.getAttribute("href"), picture.dataset.name).catch(() => null);
  return { text: page.querySelector("#shared textarea").value, file: await draws };
}

async function shareResult(key) {
  try {
    // without signal the text of the table page is shared, without its link
    const { text, file } = await (prepared ?? prepare(key.href)).catch(() => key.dataset);
    if (!text) throw new Error("no text");
    if (navigator.share) {
      const files = file ? [file] : [];
      await navigator.share(files.length && navigator.canShare({ files }) ? { text, files } : { text });
    } else {
      await navigator.clipboard.writeText(text);
      key.querySelector("span").textContent = key.dataset.copied;
    }
  } catch (error) {
    if (error.name !== "AbortError") location.assign(key.href);
  }
  prepared = null;
}

// Over plain http only the old command may copy.
async function copyText(button) {
  const area = document.querySelector("#shared textarea");
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    area.select();
    if (!document.execCommand("copy")) return;
  }
  button.textContent = button.dataset.copied;
}

const shareKey = (event) => (navigator.share || navigator.clipboard) && event.target.closest?.("a#share");

document.addEventListener("pointerdown", (event) => {
  const key = shareKey(event);
  if (!key) return;
  prepared = prepare(key.href);
  prepared.catch(() => {});
});

document.addEventListener("click", (event) => {
  if (event.target.id === "copy-text") copyText(event.target);
  const key = shareKey(event);
  if (!key) return;
  event.preventDefault();
  shareResult(key);
});

document.querySelector("#copy-text")?.removeAttribute("hidden");
