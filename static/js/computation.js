// Load the page again until the coach has computed everything on it. An element with data-computing names the part to
// replace.

// milliseconds; longer after each attempt, since a computation can fail
const LONGEST = 60000;
let pause = 3000;

const replace = (text, part) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(part);
  if (fresh) document.querySelector(part)?.replaceWith(document.adoptNode(fresh));
};

const look = async () => {
  const waiting = document.querySelector("[data-computing]");
  if (!waiting) return;
  try {
    const answer = await fetch(location.href);
    if (answer.ok) replace(await answer.text(), waiting.dataset.computing);
  } catch {
    // no signal: the next attempt may succeed
  }
  pause = Math.min(1.5 * pause, LONGEST);
  setTimeout(look, pause);
};

setTimeout(look, pause);
