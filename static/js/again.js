// Load the page again until nothing on it is awaited. An element with data-again names the part to replace.
const PAUSE = 3000;

const replace = (text, part) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(part);
  if (fresh) document.querySelector(part)?.replaceWith(document.adoptNode(fresh));
};

const look = async () => {
  const waiting = document.querySelector("[data-again]");
  if (!waiting) return;
  try {
    const answer = await fetch(location.href);
    if (answer.ok) replace(await answer.text(), waiting.dataset.again);
  } catch {
    // no signal: the next attempt may succeed
  }
  setTimeout(look, PAUSE);
};

setTimeout(look, PAUSE);
