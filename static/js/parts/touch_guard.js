// Delays swaps while a finger is down, until its tap is handled: the page must not move away under it.

let finger = null;
let lift = () => {};
let liftTimer = 0;

export async function fingerLifted() {
  while (finger) await finger;
}

function liftAfter(milliseconds) {
  clearTimeout(liftTimer);
  liftTimer = setTimeout(() => {
    finger = null;
    lift();
  }, milliseconds);
}

document.addEventListener("pointerdown", () => {
  finger ??= new Promise((resolve) => { lift = resolve; });
  // a longer touch is no tap
  liftAfter(1000);
}, true);

// a tap is handled a moment after the finger is lifted
document.addEventListener("pointerup", () => liftAfter(50), true);
for (const type of ["pointercancel", "click"]) document.addEventListener(type, () => liftAfter(0), true);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { fetch } = ctx;
  ctx.fetch = async (...request) => {
    const answer = await fetch(...request);
    await fingerLifted();
    return answer;
  };
});
