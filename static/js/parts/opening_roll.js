// The opening roll: faces go into the field of the current player; the last face asks the server for the result.

// the last face submits with the button, which has no tap of its own
export const lastSubmit = { byFaces: false };

const rollField = () => document.querySelector("#throw .on .five");

export function drawTray() {
  const tray = document.querySelector("#draw-panel .tray");
  if (!tray) return;
  const dice = rollField().value.replace(/[^1-6]/g, "");
  [...tray.children].forEach((slot, place) => {
    slot.dataset.face = dice[place] || "";
    slot.disabled = !slot.dataset.face;
    slot.setAttribute("aria-label", slot.disabled ? tray.dataset.empty : `${tray.dataset.take} ${dice[place]}`);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#draw-panel :is(.faces .key, .slot)");
  if (!button) return;
  const field = rollField();
  const slots = [...document.querySelectorAll("#draw-panel .slot")];
  const place = slots.indexOf(button);
  const dice = field.value.replace(/[^1-6]/g, "");
  field.value = place < 0 ? (dice + button.dataset.face).slice(0, slots.length) : dice.slice(0, place) + dice.slice(place + 1);
  drawTray();
  if (field.value.length !== slots.length) return;
  lastSubmit.byFaces = true;
  field.form.querySelector("#show-order").click();
});
