// Draws a round by its result on the phone: the server's panel for its question, with who took the tricks, and its row
// on the sheet in pencil.
import { gainOf, holesOf, isComplete, TRICKS } from "./round_entry.js";

export const pad = () => document.querySelector("form#pad.cards");
const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;

function panelFor(tables, data, number) {
  const { best, trump, tricks = [] } = data.entry;
  const known = trump ? 1 : 0;
  const sign = best === undefined ? "" : best ? "s" : "n";
  const read = (html) => parse(html.replaceAll(tables.number, number)).firstElementChild;
  const panel = read(tables.results[`${known}${tricks.length}${sign}`]);
  const asked = holesOf(data)[0] ?? tricks.length;
  // a trick taken off is asked for first
  if (holesOf(data).length) panel.querySelector("#who").replaceWith(read(tables.results[`1${asked}`]).querySelector("#who"));
  return panel;
}

const press = (key, isOn) => (isOn ? key.setAttribute("aria-pressed", "true") : key.removeAttribute("aria-pressed"));

function fillIn(panel, tables, data) {
  const { best, trump, tricks = [] } = data.entry;
  const chosen = [`trump-${trump}`, best === null ? "best-nobody" : `best-${best}`, `took-${best}`];
  for (const key of panel.querySelectorAll("[name=press]")) {
    const [verb, rest] = key.value.split("-");
    press(key, chosen.includes(key.value));
    if (verb === "best" && rest !== "nobody") key.disabled = !tricks.includes(rest);
  }
  const left = [...tricks];
  panel.querySelectorAll(".won-tricks > *").forEach((slot, place) => {
    const winner = holesOf(data).includes(place) ? undefined : left.shift();
    slot.replaceWith(slotOf(tables, place, winner));
  });
}

function slotOf(tables, place, winner) {
  if (!winner) return Object.assign(document.createElement("i"), { className: "trick" });
  const full = parse(tables.results[`0${TRICKS}`]).querySelectorAll(".won-tricks > button")[place];
  full.querySelector(".c").outerHTML = tables.counters[winner];
  return full;
}

// A notice in the heading stays, and so does the way back.
function showPanel(panel) {
  const form = pad();
  const focused = document.activeElement?.closest("#pad [name=press]")?.value;
  form.querySelector("#who")?.replaceChildren(...panel.querySelector("#who").childNodes);
  for (const part of [...form.children]) if (!part.matches("input, .say, #who")) part.remove();
  form.append(...[...panel.children].filter((part) => !part.matches("input, .say")));
  // focus follows the key, or goes to the question where the key is gone
  const again = focused && form.querySelector(`[name=press][value="${CSS.escape(focused)}"]`);
  (again ?? (focused && form.querySelector("#who")))?.focus({ preventScroll: true });
}

// The hidden fields of the whole round, or none while it is incomplete.
function setMove({ data, dealer, draft }) {
  const fields = isComplete(data) ? { move: JSON.stringify({ dealer, ...data.entry }), draft } : {};
  const form = document.querySelector("form#write");
  form.querySelectorAll("[name=move], [name=draft]").forEach((field) => field.remove());
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

const signed = (points) => (points > 0 ? `+${points}` : points ? `−${-points}` : "–");
const figure = (points) => String(points).replace("-", "−");

function rowHead(tables, { number, dealer, entry }) {
  const { trump } = entry;
  const head = document.createElement("span");
  const round = Object.assign(document.createElement("b"), { textContent: number });
  const deals = Object.assign(document.createElement("span"), { textContent: tables.deals[dealer] });
  head.append(round, ...parse(tables.trumps[trump] ?? "").childNodes, deals);
  return head;
}

function cellOf(gain, total) {
  const cell = document.createElement("span");
  const points = Object.assign(document.createElement("small"), { textContent: signed(gain) });
  cell.append(points, " ", Object.assign(document.createElement("i"), { textContent: figure(total) }));
  return cell;
}

// Fill a row with the round: points and totals once a trick is entered.
function fillRow(row, tables, round) {
  row.cells[0].replaceChildren(rowHead(tables, round));
  tables.sides.forEach((side, place) => {
    const gain = gainOf(tables, round.entry, side);
    const content = round.entry.tricks?.length ? cellOf(gain, round.totals[place] + gain) : document.createElement("span");
    row.cells[place + 1].replaceChildren(content);
  });
}

// A waiting round: a row above the one in pencil. `round`: number, dealer, entry and the totals before it.
export function drawWaitingRow(tables, round) {
  const pencil = document.querySelector("tr.pencil");
  if (!pencil) return;
  const row = pencil.cloneNode(true);
  row.className = "waiting";
  fillRow(row, tables, round);
  for (const cell of row.querySelectorAll("td")) cell.className = "wait";
  pencil.before(row);
}

export function removeWaitingRows() {
  document.querySelectorAll("tr.waiting").forEach((row) => row.remove());
}

export function drawRound(tables, round) {
  const { data, number, dealer, totals } = round;
  const panel = panelFor(tables, data, number);
  fillIn(panel, tables, data);
  showPanel(panel);
  setMove(round);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) fillRow(pencil, tables, { number, dealer, totals, entry: data.entry });
}

