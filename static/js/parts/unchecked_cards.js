// Cards tapped without signal, where only the server knows which are legal: they stay in order, marked "to be checked",
// survive a reload and are sent one by one. A refused card is named with the reason; the later ones wait for the card in
// its place. Where another phone was first, all are dropped and named.
import { pad } from "./panel_swap.js";
import { storedKeys, storeKeys } from "./stored_keys.js";

const AGAIN_MS = 2000;
// each has the value and the label of its key
let cards = [];
// the label of a refused card: those after it wait for another one in its place
let refused = "";
let request = null;

const isOnline = () => navigator.onLine && document.querySelector("#signal")?.className !== "lost";
// a draft that the phone continues by itself has no unchecked cards
const isUnknown = () => pad() && !document.querySelector("#table").dataset.round;
const labels = () => cards.map(({ label }) => label).join(", ");
const fieldOf = (name) => document.querySelector(`#table [name=${name}]`)?.value;
const position = () => ["seen", "line", "step"].map(fieldOf).join(" ");
const template = () => document.querySelector("template#not-entered");

function storeCards() {
  storeKeys(cards.length ? { position: position(), cards, refused } : null);
}

// --- drawing ---

function drawCards() {
  document.querySelector("#unchecked")?.remove();
  if (!cards.length || !pad()) return;
  if (refused) return drawNote(`${notEntered(refused)} ${template().dataset.follow.replace("{}", labels)} `, "alert", dropKey());
  drawNote(template().dataset.unchecked.replace("{}", labels), "status");
  for (const key of pad().querySelectorAll("[name=press]")) if (cards.some(({ value }) => value === key.value)) key.disabled = true;
}

function drawNote(textContent, role, ...keys) {
  const note = Object.assign(document.createElement("p"), { id: "unchecked", className: "why", textContent });
  note.setAttribute("role", role);
  note.append(...keys);
  pad()?.querySelector(".say, #who")?.after(note);
}

const notEntered = (names) => template().content.querySelector("b").textContent.trim().replace("{}", () => names);

// Drop the cards that wait behind the refused one.
function dropKey() {
  const textContent = document.querySelector("template#offline").dataset.discard;
  const key = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent });
  key.addEventListener("click", () => {
    cards = [];
    refused = "";
    storeCards();
    drawCards();
  });
  return key;
}

// Cards that another phone overtook, in a notice like that of a tap on a changed page.
function dropCards() {
  const names = [refused, labels()].filter(Boolean).join(", ");
  cards = [];
  refused = "";
  storeCards();
  drawCards();
  drawNote(notEntered(names), "alert");
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
  const card = { value, label: (key.getAttribute("aria-label") ?? key.textContent).trim() };
  // the card in the place of the refused one may be the one tapped next
  if (refused) cards = [card, ...cards.filter((each) => each.value !== value)];
  else if (cards.some((each) => each.value === value)) return;
  else cards.push(card);
  refused = "";
  storeCards();
  drawCards();
  setTimeout(sendCard);
}

// --- sending ---

function sendCard() {
  if (request || refused || !cards.length || !isOnline() || !isUnknown()) return;
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
  const { status } = ctx.response;
  if (isSent && status === 422 && cards.length > 1) refused = cards.shift().label;
  else if (isSent && status === 200) cards.shift();
  else if (cards.length && status !== 200) return dropCards();
  if (isSent || cards.length) storeCards();
  drawCards();
  setTimeout(sendCard);
});

// --- a reload ---

function restoreCards() {
  const saved = storedKeys();
  if (!saved?.cards || !isUnknown()) return;
  if (saved.position !== position()) return storeKeys(null);
  ({ cards, refused = "" } = saved);
  drawCards();
  sendCard();
}

restoreCards();
