// Cards tapped without a response, where only the server knows which are legal: they stay in order, marked "to be
// checked", survive a reload and are sent one by one; the last one can be taken back. A refused card is named with the
// reason; the later ones wait for the card in its place. Where another phone was first, all are dropped and named.
import { keyLabel } from "./key_label.js";
import { pad, showRefusal, signalNeeded } from "./panel_swap.js";
import { storedKeys, storeKeys } from "./stored_keys.js";

// milliseconds until a tapped card is shown without a response, and a card is sent again
const SHOWN_MS = 300;
const AGAIN_MS = 2000;
// each has the value and the label of its key
let cards = [];
// the label of a refused card: those after it wait for another one in its place
let refused = "";
let request = null;
// the last card that was sent, and the step of its draft, until there is a response: at this step it counts once
let attempt = null;
// labels of the card on its way and of those queued behind it (`card_draft.js`), shown once the response `isLate`
let late = [];
let isLate = false;

const isOnline = () => navigator.onLine && document.querySelector("#signal")?.className !== "lost";
// a draft that the phone continues by itself has no unchecked cards
const isUnknown = () => pad() && !document.querySelector("#table").dataset.round;
const labels = () => cards.map(({ label }) => label).join(", ");
const fieldOf = (name) => document.querySelector(`#table [name=${name}]`)?.value;
const position = () => ["seen", "line"].map(fieldOf).join(" ");
const template = () => document.querySelector("template#not-entered");

function storeCards() {
  storeKeys(cards.length ? { position: position(), step: fieldOf("step"), cards, refused, attempt } : null);
}

// --- drawing ---

function drawCards() {
  document.querySelector("#unchecked")?.remove();
  if (!pad()) return;
  if (isLate && late.length && !cards.length) drawNote(template().dataset.unchecked.replace("{}", late.join(", ")), "status");
  if (!cards.length) return;
  const { back, discard } = document.querySelector("template#offline").dataset;
  if (refused) return drawNote(`${notEntered(refused)} ${template().dataset.follow.replace("{}", labels)} `, "alert", noteKey(discard, forgetCards));
  const keys = isLastSent() ? [] : [noteKey(back, takeBack)];
  drawNote(`${template().dataset.unchecked.replace("{}", labels)} `, "status", ...keys);
  for (const key of pad().querySelectorAll("[name=press]")) if (cards.some(({ value }) => value === key.value)) key.disabled = true;
}

function drawNote(textContent, role, ...keys) {
  const note = Object.assign(document.createElement("p"), { id: "unchecked", className: "why", textContent });
  note.setAttribute("role", role);
  note.append(...keys);
  pad()?.querySelector(".say, #who")?.after(note);
}

const notEntered = (names) => template().content.querySelector("b").textContent.trim().replace("{}", () => names);

function noteKey(textContent, press) {
  const key = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent });
  key.addEventListener("click", press);
  return key;
}

// Drop the cards that wait behind the refused one.
function forgetCards() {
  cards = [];
  refused = "";
  storeCards();
  drawCards();
}

// The last card is on its way: only its response can tell what to take back.
const isLastSent = () => request && cards.length === 1;

function takeBack() {
  const key = pad().querySelector(`[name=press][value="${CSS.escape(cards.pop().value)}"]`);
  if (key) key.disabled = false;
  storeCards();
  drawCards();
}

// Cards that another phone overtook, in a notice like that of a tap on a changed page.
function dropCards() {
  const names = [refused, labels()].filter(Boolean).join(", ");
  forgetCards();
  drawNote(notEntered(names), "alert");
}

// --- keys ---

document.addEventListener("draft:tap", (event) => {
  const { value } = event.target;
  const isCard = value.startsWith("card-");
  if (!isUnknown()) return;
  if (!(cards.length || (isCard && !isOnline()))) return isCard && addLate(event.target);
  event.preventDefault();
  if (isCard) addCard(event.target);
  else if (value === "back" && !refused && !isLastSent()) takeBack();
  else showRefusal(signalNeeded());
});

// The line lacks the cards that wait.
addEventListener("click", (event) => {
  if (!cards.length || !isUnknown() || !event.target.closest("#table button[form=write]")) return;
  event.preventDefault();
  event.stopPropagation();
  showRefusal(signalNeeded());
}, true);

function addLate(key) {
  if (!request) return;
  late.push(keyLabel(key));
  if (isLate) drawCards();
}

function addCard(key) {
  const { value } = key;
  const card = { value, label: keyLabel(key) };
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
  if (defaultPrevented || !isCardRequest(ctx) || !isUnknown()) return;
  request = ctx;
  const { body, submitter } = ctx.request;
  const { value } = submitter;
  if (attempt?.value !== value) attempt = { value, step: body.get("step") };
  body.set("step", attempt.step);
  if (!late.length) late = [keyLabel(submitter)];
  setTimeout(showLate, SHOWN_MS, ctx);
});

function showLate(ctx) {
  if (request !== ctx || cards.length) return;
  isLate = true;
  drawCards();
}

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
    late = [];
    addCard(ctx.request.submitter);
    drawCards();
  }, true);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const isSent = ctx === request && ctx.request.submitter.value === cards[0]?.value;
  if (ctx === request) request = attempt = null;
  const { status } = ctx.response;
  late = status === 200 ? late.slice(1) : [];
  isLate &&= late.length > 0;
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
  // the step of a card that was sent is the server's to judge
  if (saved.position !== position() || !(saved.attempt || saved.step === fieldOf("step"))) return storeKeys(null);
  ({ cards, refused = "", attempt } = saved);
  drawCards();
  sendCard();
}

restoreCards();
