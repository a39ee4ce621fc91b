// The sheet as a PNG, drawn here from the server's SVG: shared where the phone can share files, otherwise downloaded.
const SCALE = 2;

async function drawImage(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function download(canvas, name) {
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}

async function fileOf(canvas, name) {
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], name, { type: "image/png" });
}

export const pngFile = async (address, name) => fileOf(await drawImage(address), name);

async function shareOrDownload(button) {
  const canvas = await drawImage(button.href);
  const { name } = button.dataset;
  const file = await fileOf(canvas, name);
  if (navigator.canShare && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  download(canvas, name);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#picture");
  if (!button) return;
  event.preventDefault();
  shareOrDownload(button).catch(() => location.assign(button.href));
});
