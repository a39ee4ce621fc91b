// Loads htmx again until it is there.
const PAUSE = 3000;

function bringHtmx() {
  if (window.htmx) return;
  const { src } = document.querySelector("script[defer]");
  const onerror = () => setTimeout(bringHtmx, PAUSE);
  document.head.append(Object.assign(document.createElement("script"), { src, onerror }));
}

bringHtmx();
