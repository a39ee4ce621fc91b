// What asks and shows answers could not be had (htmx, a file of its own): it is fetched again until it is there.
const PAUSE = 3000;

function bringHtmx() {
  if (window.htmx) return;
  const { src } = document.querySelector("script[defer]");
  const onerror = () => setTimeout(bringHtmx, PAUSE);
  document.head.append(Object.assign(document.createElement("script"), { src, onerror }));
}

bringHtmx();
