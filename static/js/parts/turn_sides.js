// Draws both sides of Generals and Majors on the phone: the server's cards, those of waiting turns and of the turn in
// pencil, their points, and the lead.
import { parse } from "./panel_swap.js";
import { colourOf, commandPointsOf, POINT_COLOURS, sidesAfter, standingOf } from "./turn_entry.js";

// least length of the bar on each side of its middle, in winning leads
const ROOM = 1.6;
const BACKS = 3;

const withFigure = (text, tables, count) => text.replace(tables.number, count);

export function leadText(tables, { by, player }) {
  return player ? withFigure(tables.texts.leads[player], tables, by) : tables.texts.tied[0];
}

const shortLead = (tables, { by, player }) => (player ? withFigure(tables.texts.by[player], tables, by) : tables.texts.tied[1]);

const created = (name, className, ...content) => {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...content);
  return made;
};
const htmlOf = (html) => [...parse(html).childNodes];

// --- a side ---

function commanderShown(tables, card, isPencil) {
  return created("span", isPencil ? "pencil" : "", ...htmlOf(tables.marks[card]));
}

function fillCommand(side, tables, before, after) {
  const [points, then] = [before, after].map(({ commanders }) => commandPointsOf(tables, commanders));
  const isPencil = (card) => !before.commanders.includes(card);
  side.querySelectorAll(".command li").forEach((box, place) => {
    const colour = POINT_COLOURS[place];
    const shown = box.querySelector("b");
    const suits = [...shown.querySelectorAll(".s, .vh")];
    const count = then[colour] === points[colour] ? String(points[colour]) : created("i", "", String(then[colour]));
    shown.replaceChildren(...suits.flatMap((each) => (each.matches(".vh") ? [each, " "] : [each])), count);
    const own = after.commanders.filter((card) => colourOf(tables, card) === colour);
    box.querySelector(".folded").replaceChildren(...own.flatMap((card) => [commanderShown(tables, card, isPencil(card)), " "]));
  });
  const list = side.querySelector(".command > p");
  const all = after.commanders.flatMap((card) => [" ", commanderShown(tables, card, isPencil(card))]);
  list.replaceChildren(list.firstElementChild, ...(all.length ? all : [" ", created("small", "", tables.texts.idle)]));
}

// The armies face up: those of the server's page keep their links, those of a waiting turn and in pencil have none.
function fillArmies(side, tables, before, after) {
  const known = new Map([...side.querySelectorAll(".armies li")].map((each) => [each.dataset.card, each]));
  const fresh = after.fresh ?? [];
  const drawn = [...before.armies, ...fresh].map((card) => {
    const item = known.get(card) ?? created("li", "", created("span", "", ...htmlOf(tables.html[card])));
    item.dataset.card = card;
    item.className = [fresh.includes(card) && "pencil", !after.armies.includes(card) && "going"].filter(Boolean).join(" ");
    return item;
  });
  const none = created("li", "none", created("small", "", tables.texts.empty));
  side.querySelector(".armies ul").replaceChildren(...(drawn.length ? drawn : [none]));
  side.querySelector(".armies .downs")?.remove();
  const { length } = before.down;
  const backs = Array.from({ length: Math.min(length, BACKS) }, () => created("i", "back"));
  const count = created("small", "", withFigure(tables.texts.down, tables, length));
  if (length) side.querySelector(".armies").append(created("span", "downs", ...backs, count));
}

function fillHead(side, { texts }, { player, isNext, isLeader, total, then }) {
  side.classList.toggle("mine", isNext);
  side.querySelector("h2 small").textContent = isNext ? texts.plays : (texts.dealt[player] ?? "");
  const spoken = (text) => created("span", "vh", `${text} `);
  const points = side.querySelector("h2 em");
  if (then === total) points.replaceChildren(...(isLeader ? [spoken(texts.leading)] : []), String(total));
  else points.replaceChildren(created("s", "", spoken(texts.now), String(total)), " ", spoken(texts.after), created("i", "", String(then)));
}

// --- the lead ---

function fillLead(bar, tables, before, after) {
  const { change } = tables.texts;
  const isMoved = before.signed !== after.signed;
  const texts = { now: shortLead(tables, before), then: shortLead(tables, after) };
  bar.querySelector("p b").textContent = isMoved ? change.replace(/\{(\w+)\}/g, (_all, name) => texts[name]) : leadText(tables, before);
  const reach = Math.max(ROOM * tables.winning, Math.abs(before.signed) + 2, Math.abs(after.signed) + 2);
  const at = (signed) => `${(50 - (50 * signed) / reach).toFixed(2)}%`;
  const length = bar.querySelector(".by");
  length.setAttribute("x", at(Math.max(before.signed, 0)));
  length.setAttribute("width", `${((50 * before.by) / reach).toFixed(2)}%`);
  const drawing = bar.querySelector("svg");
  drawing.querySelector("svg")?.remove();
  if (isMoved) drawing.append(...htmlOf(`<svg><svg x="${at(after.signed)}" overflow="visible"><path class="after" d="M0 4V26"/><path d="M-6 -3H6L0 6z"/></svg></svg>`)[0].children);
}

// --- both ---

// The sheet as the server drew it, without its pencil; the phone changes a copy.
let original = null;

function freshSheet({ players }) {
  const sheet = document.querySelector("#pad-sheet");
  if (!sheet.dataset.drawn) {
    original = sheet.cloneNode(true);
    const { sides } = JSON.parse(document.querySelector("#table").dataset.round);
    original.querySelectorAll(".side").forEach((side, place) => nameArmies(side, sides[players[place]].armies));
  }
  const drawn = original.cloneNode(true);
  drawn.dataset.drawn = "1";
  sheet.replaceWith(drawn);
  return drawn;
}

// The armies of the sheet have links, those in pencil none.
function nameArmies(side, armies) {
  const items = [...side.querySelectorAll(".armies li")];
  const inked = items.filter((item) => item.querySelector("a"));
  inked.forEach((item, place) => { item.dataset.card = armies[place]; });
  items.filter((item) => !inked.includes(item)).forEach((item) => item.remove());
}

export function drawSides(tables, { player, sides, data: { entry } }, { move, standing }) {
  const sheet = freshSheet(tables);
  const bar = sheet.querySelector(".lead-bar");
  const after = sidesAfter(tables, { player, sides }, move);
  const before = standingOf(tables, sides);
  const shown = [...sheet.querySelectorAll(".side")];
  // the first side is the first player's
  tables.players.forEach((each, place) => {
    const side = shown[place];
    const fresh = each === player ? (entry.armies ?? []) : [];
    const [total, then] = [before, standing].map(({ strengths }) => strengths[each]);
    fillHead(side, tables, { player: each, isNext: each === player, isLeader: before.player === each, total, then });
    fillCommand(side, tables, sides[each], after[each]);
    fillArmies(side, tables, sides[each], { ...after[each], fresh });
  });
  fillLead(bar, tables, before, standing);
  const now = created("div", "now");
  const [top, bottom] = shown;
  if (player === tables.players[0]) now.append(top, bar);
  else now.append(bar, bottom);
  sheet.replaceChildren(...(player === tables.players[0] ? [now, bottom] : [top, now]));
}
