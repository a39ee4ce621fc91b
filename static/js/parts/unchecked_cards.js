// Cards tapped without signal, where only the server knows which are legal: they stay in order, marked "to be checked",
// survive a reload and are sent one by one. A refused card drops the later ones, and all of them are named.
import { pad } from "./panel_swap.js";
import { storedKeys, storeKeys } from "./stored_keys.js";

const AGAIN_MS = 2000;
// each has the value and the label of its key
let cards = [];
let request = null;

const isOnline = () => navigator.onLine && document.querySelector("#signal")?.className !== "lost";
// a draft that the phone continues by itself has no unchecked cards
const isUnknown = () => pad() && !document.querySelector("#table").dataset.round;
const labels = () => cards.map(({ label }) => label).join(", ");
const fieldOf = (name) => document.querySelector(`#table [name=${name}]`)?.value;
const position = () => ["seen", "line", "step"].map(fieldOf).join(" ");
const template = () => document.querySelector("template#not-entered");

function storeCards() {
  storeKeys(cards.length ? { position: position(), cards } : null);
}

// --- drawing ---

function drawCards() {
  document.querySelector("#unchecked")?.remove();
  if (!cards.length || !pad()) return;
  const text = template().dataset.unchecked.replace("{}", labels);
  const note = Object.assign(document.createElement("p"), { id: "unchecked", className: "why", textContent: text });
  note.setAttribute("role", "status");
  pad().querySelector(".say, #who")?.after(note);
  for (const key of pad().querySelectorAll("[name=press]")) if (cards.some(({ value }) => value === key.value)) key.disabled = true;
}

// The refused card and the later ones, in a notice like that of a tap on a changed page.
function dropCards() {
  const text = template().content.querySelector("b").textContent.replace("{}", labels);
  cards = [];
  storeCards();
  drawCards();
  const note = Object.assign(document.createElement("p"), { id: "unchecked", className: "why", textContent: text });
  note.setAttribute("role", "alert");
  pad()?.querySelector(".say, #who")?.after(note);
}

// --- keys ---

document.addEventListener("draft:tap", (event) => {
  const { value } = event.target;
  if (!value.startsWith("card-") || !isUnknown() || (isOnline() && !cards.length)) return;
  event.preventDefault();
  addCard(event.target);
});

function addCard(key) {
  const { value } = key;
  if (cards.some((card) => card.value === value)) return;
  cards.push({ value, label: (key.getAttribute("aria-label") ?? key.textContent).trim() });
  storeCards();
  drawCards();
  setTimeout(sendCard);
}

// --- sending ---

function sendCard() {
  if (request || !cards.length || !isOnline() || !isUnknown()) return;
  const [{ value }] = cards;
  const key = Object.assign(document.createElement("button"), { name: "press", value, hidden: true });
  pad().append(key);
  key.click();
  setTimeout(() => key.remove(), 100);
}

setInterval(sendCard, AGAIN_MS);
addEventListener("online", () => setTimeout(sendCard, 100));

const isCardRequest = ({ request: { action, method, submitter } }) =>
  method === "POST" && action.endsWith("/draft/") && submitter?.value?.startsWith("card-");

document.addEventListener("htmx:before:request", ({ defaultPrevented, detail: { ctx } }) => {
  if (!defaultPrevented && isCardRequest(ctx) && isUnknown()) request = ctx;
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (request === ctx) request = null;
});

// A card whose request has no response waits here.
for (const name of ["htmx:error", "htmx:response:error"]) {
  addEventListener(name, (event) => {
    const { ctx } = event.detail;
    const isRefused = ctx?.response && ctx.response.status < 500 && ctx.response.status !== 429;
    if (!ctx || ctx !== request || isRefused || !isUnknown()) return;
    event.stopPropagation();
    request = null;
    addCard(ctx.request.submitter);
    drawCards();
  }, true);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const isSent = ctx === request && ctx.request.submitter.value === cards[0]?.value;
  if (ctx === request) request = null;
  if (isSent && ctx.response.status === 200) cards.shift();
  else if (cards.length && ctx.response.status !== 200) return dropCards();
  if (isSent || cards.length) storeCards();
  drawCards();
  setTimeout(sendCard);
});

// --- a reload ---

function restoreCards() {
  const saved = storedKeys();
  if (!saved?.cards || !isUnknown()) return;
  if (saved.position !== position()) return storeKeys(null);
  cards = saved.cards;
  drawCards();
  sendCard();
}

restoreCards();
