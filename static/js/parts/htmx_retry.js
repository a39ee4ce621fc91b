// Loads htmx again until it is there.
const PAUSE = 3000;

function loadHtmx() {
  if (window.htmx) return;
  const { src } = document.querySelector("script[defer]");
  const onerror = () => setTimeout(loadHtmx, PAUSE);
  document.head.append(Object.assign(document.createElement("script"), { src, onerror }));
}

loadHtmx();
