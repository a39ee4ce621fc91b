// The sheet as a PNG, drawn here from the server's SVG: shared where the phone can share files, otherwise downloaded.
const SHARP = 2;

async function drawn(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function keep(canvas, name) {
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}

async function give(button) {
  const canvas = await drawn(button.href);
  const { name } = button.dataset;
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  keep(canvas, name);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#picture");
  if (!button) return;
  event.preventDefault();
  give(button).catch(() => location.assign(button.href));
});
