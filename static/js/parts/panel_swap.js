// Puts a panel that the phone drew into the page, and the whole line into the form that writes it.

export const pad = () => document.querySelector("form#pad.cards");
export const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;

// The heading with keys beside it (a question that may be left) is put in whole; a notice stays, and so does the undo.
// What the phone says of a waiting line moves along.
function showHeading(form, panel) {
  const [old, next] = [form, panel].map((each) => each.querySelector(".say"));
  const hasKeys = (say) => say?.querySelector("[name=press]");
  if (!old || !(hasKeys(old) || hasKeys(next))) form.querySelector("#who")?.replaceChildren(...panel.querySelector("#who").childNodes);
  else {
    form.querySelector(":scope > #who")?.remove();
    next.append(...old.querySelectorAll("[data-do], #note"));
    old.replaceWith(next);
  }
}

// An element with a text and classes.
export const element = (tag, textContent, className = "") => Object.assign(document.createElement(tag), { textContent, className });

export function showPanel(panel) {
  const form = pad();
  const focused = document.activeElement?.closest("#pad [name=press]")?.value;
  showHeading(form, panel);
  form.querySelector("#taken")?.remove();
  for (const part of [...form.children]) if (!part.matches("input, .say, #who")) part.remove();
  form.append(...[...panel.children].filter((part) => !part.matches("input, .say")));
  // focus follows the key, or goes to the question where the key is gone
  const again = focused && form.querySelector(`[name=press][value="${CSS.escape(focused)}"]`);
  (again ?? (focused && form.querySelector("#who")))?.focus({ preventScroll: true });
}

// The hidden fields of the whole line, or none while it is incomplete (`move` null).
export function setMove(move, draft) {
  document.querySelectorAll("form#write :is([name=move], [name=draft], [name=follows])").forEach((field) => field.remove());
  if (!move) return;
  setField("move", JSON.stringify(move));
  setField("draft", draft);
}

// A hidden field of the form that writes.
export function setField(name, value) {
  document.querySelector("form#write").append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// A waiting line above the row in pencil, with the marker of the newest line; `fill` writes its cells.
export function drawWaitingRow(fill) {
  const pencil = document.querySelector("tr.pencil");
  if (!pencil) return;
  const row = pencil.cloneNode(true);
  row.className = "waiting";
  row.hidden = false;
  fill(row);
  for (const cell of row.querySelectorAll("td")) {
    cell.className = "wait newest";
    // an entry as the server draws it: the row in pencil has boxes
    const shown = document.createElement("a");
    shown.append(...(cell.querySelector("span")?.childNodes ?? []));
    cell.replaceChildren(...(shown.textContent ? [shown] : []));
  }
  document.querySelectorAll("#pad-sheet td:is(.new, .newest)").forEach((cell) => cell.classList.remove("new", "newest"));
  pencil.before(row);
}

export function removeWaitingRows() {
  document.querySelectorAll("#pad-sheet .waiting").forEach((row) => row.remove());
}

// Why the phone refuses a key, below the question until the next key.
export function showRefusal(textContent) {
  pad().querySelector("#refused")?.remove();
  if (!textContent) return;
  const note = Object.assign(document.createElement("p"), { id: "refused", className: "why", textContent });
  note.setAttribute("role", "alert");
  pad().querySelector(".say, #who").after(note);
}

// What a key says that only the server can answer.
export const signalNeeded = () => document.querySelector("template#not-entered").dataset.signal;

// The server's panel differs from the one drawn here.
export function markCorrected() {
  const [outlineColor, outlineStyle, outlineOffset] = ["currentColor", "solid", "-3px"];
  const frames = [{ outlineColor, outlineStyle, outlineOffset, outlineWidth: "3px" }, { outlineStyle, outlineWidth: "0" }];
  answered()?.animate(frames, 2000);
}

// What a response may change of what the phone drew: who took the tricks, or the question.
export const answered = () => document.querySelector(".panel .mid") ?? document.querySelector(".panel #who > span");

// A key that the rules refuse: a tap gives the reason.
export const drawRefused = (key, isRefused) => (isRefused ? key.setAttribute("aria-disabled", "true") : key.removeAttribute("aria-disabled"));
