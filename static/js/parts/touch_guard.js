// Delays swaps while a finger is down, until its tap is handled: the page must not move away under it.

let finger = null;
let lift = () => {};
let resting = 0;

export async function lifted() {
  while (finger) await finger;
}

function liftIn(milliseconds) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    finger = null;
    lift();
  }, milliseconds);
}

document.addEventListener("pointerdown", () => {
  finger ??= new Promise((resolve) => { lift = resolve; });
  // a longer touch is no tap
  liftIn(1000);
}, true);

// a tap is handled a moment after the finger is lifted
document.addEventListener("pointerup", () => liftIn(50), true);
document.addEventListener("pointercancel", () => liftIn(0), true);
document.addEventListener("click", () => liftIn(0), true);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { fetch } = ctx;
  ctx.fetch = async (...request) => {
    const answer = await fetch(...request);
    await lifted();
    return answer;
  };
});
