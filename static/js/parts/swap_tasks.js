// Takes out of htmx's swap what can be a task of its own: all of it in one is a task of 50 milliseconds for an old phone.
// Before the morph: what only shows something, the cells of the sheet and the lists beside the panel. The morph then
// finds it equal. After the morph: the links and forms that htmx has to take over.
import { lines } from "./pending_state.js";

// except the first cell: entered dice are stored by the number of the turn in it (`dice_pad.js`)
const SHOWN = ["#table .sheet :is(th, tbody td)", "#table .aside > ul"];

let response = null;
let unprocessed = null;

// The removal of a focused key lays the page out: 50 milliseconds of an old phone, where a panel has many keys.
function leaveKey() {
  const key = document.activeElement;
  if (!key?.matches("#table button:is([id], [form=write])")) return;
  if (!key.id || response.getElementById(key.id)?.tagName !== key.tagName) key.blur();
}

function drawShown() {
  if (!response) return;
  leaveKey();
  // over pending lines the sheet is drawn as a whole
  if (lines().length) return;
  for (const which of SHOWN) {
    // as htmx marks the links of the page, so that unchanged parts are equal
    for (const link of response.querySelectorAll(`${which} a`)) link.setAttribute("data-htmx-powered", "true");
    const [old, next] = [document, response].map((page) => [...page.querySelectorAll(which)]);
    if (old.length === next.length) old.forEach((part, place) => replace(part, next[place]));
  }
}

function replace(old, next) {
  // a morph keeps the focus
  if (!old.isEqualNode(next) && !old.contains(document.activeElement)) old.replaceWith(next.cloneNode(true));
}

document.addEventListener("htmx:before:swap", ({ defaultPrevented, detail: { ctx, tasks } }) => {
  // pending lines are drawn over an earlier sheet at once
  if (defaultPrevented || ctx.again || !tasks[0]) return;
  response = tasks[0].fragment;
  setTimeout(drawShown);
});
document.addEventListener("htmx:finally:swap", () => { response = null; });

function processLinks() {
  if (unprocessed) window.htmx.process(unprocessed);
  unprocessed = null;
}

document.addEventListener("htmx:before:process", (event) => {
  const { target } = event;
  if (target.id !== "table" || target === unprocessed) return;
  event.preventDefault();
  unprocessed = target;
  setTimeout(processLinks);
});
// none of them is used before
for (const type of ["pointerdown", "click", "keydown"]) addEventListener(type, processLinks, true);
