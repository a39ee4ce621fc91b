// Draws a round by its result on the phone: the server's panel for its question, with who took the tricks, and its row
// on the sheet in pencil; in an auction the bid before it.
import { drawRefused, drawWaitingRow, parse, setMove, showPanel, signalNeeded } from "./panel_swap.js";
import { afterRoundPress, bestOf, bidderOf, bidState, gainOf, holesOf, isBidding, isComplete, knownRefusal, mayBeBest, mayEnd, mayTake, ROUND_PRESSES, TRICKS } from "./round_entry.js";
import { drawHeads, figure } from "./round_heads.js";

// The suit of trumps: named, or that of the card turned up, which the server gives with its order.
const trumpOf = ({ turned }, entry) => entry.trump ?? (entry.turned && turned?.suit);

function panelFor(tables, { data, number, turned }) {
  const { best, tricks = [] } = data.entry;
  const known = trumpOf({ turned }, data.entry) ? 1 : 0;
  const sign = best === undefined ? "" : best ? "s" : "n";
  const read = (html) => parse(html.replaceAll(tables.number, number)).firstElementChild;
  const panel = read(tables.results[`${known}${tricks.length}${sign}`]);
  const asked = holesOf(data)[0] ?? tricks.length;
  // a trick taken off is asked for first
  if (holesOf(data).length) panel.querySelector("#who").replaceWith(read(tables.results[`1${asked}`]).querySelector("#who"));
  return panel;
}

const press = (key, isOn) => (isOn ? key.setAttribute("aria-pressed", "true") : key.removeAttribute("aria-pressed"));

// The panel that asks for the bid.
function bidPanel(tables, data, number, dealer) {
  const { asks, forced } = tables.auction;
  const bidder = bidderOf(data);
  const panel = parse(asks[bidder ?? ""].replaceAll(tables.number, number)).firstElementChild;
  for (const key of panel.querySelectorAll("[name=press]")) {
    press(key, [`bidder-${bidder}`, `bid-${data.entry.bid?.points}`].includes(key.value));
  }
  panel.querySelector("#bid-pass").textContent = forced[dealer];
  return panel;
}

// The bid of a round and its progress, in the words of the server.
function bidText({ auction }, { player, points }, { state, won }) {
  return auction.texts[player][state].replace(auction.bid, points).replace(auction.won, won);
}

// The bid in the heading and on its key.
function fillInBid(panel, tables, entry) {
  if (!entry.bid) return;
  const { player, points } = entry.bid;
  const { bid, texts } = tables.auction;
  panel.querySelector("#who .why").textContent = bidText(tables, entry.bid, bidState(tables, entry));
  const key = panel.querySelector("#bid-again");
  key.querySelector(".c").outerHTML = tables.counters[player];
  key.querySelector("b").textContent = points;
  const label = key.querySelector(".vh");
  label.textContent = label.textContent.replace(texts[tables.seats[0]].bid, () => texts[player].bid).replace(bid, points);
}

function fillIn(panel, tables, round) {
  const { data } = round;
  const { best, tricks = [] } = data.entry;
  const chosen = [`trump-${trumpOf(round, data.entry)}`, best === null ? "best-nobody" : `best-${best}`, `took-${best}`];
  for (const key of panel.querySelectorAll("[name=press]")) {
    const [verb, rest] = key.value.split("-");
    press(key, chosen.includes(key.value));
    if (verb === "best") drawRefused(key, !mayBeBest(round, data, bestOf(rest)));
    if (verb === "took") drawRefused(key, !mayTake(round, data, rest));
  }
  const left = [...tricks];
  panel.querySelectorAll(".won-tricks > *").forEach((slot, place) => {
    const winner = holesOf(data).includes(place) ? undefined : left.shift();
    slot.replaceWith(slotOf(tables, place, winner));
  });
  fillInBid(panel, tables, data.entry);
  fillInCards(panel, round);
}

// The card turned up, and that the cards of the round stay.
function fillInCards(panel, { data, kept, turned }) {
  if (data.entry.turned) {
    const key = panel.querySelector("#turning");
    key.querySelector("span").className = "vh";
    key.append(...parse(turned.card).childNodes);
  }
  if (!data.shown) return;
  panel.querySelector("#mode-cards span").textContent = kept.back;
  const who = panel.querySelector("#who > span");
  if (!who.querySelector(".why")) who.append(Object.assign(document.createElement("small"), { className: "why", textContent: kept.why }));
}

function slotOf(tables, place, winner) {
  if (!winner) return Object.assign(document.createElement("i"), { className: "trick" });
  const full = parse(tables.results[`0${TRICKS}`]).querySelectorAll(".won-tricks > button")[place];
  full.querySelector(".c").outerHTML = tables.counters[winner];
  return full;
}

const signed = (points) => (points > 0 ? `+${points}` : points ? `−${-points}` : "–");

function rowHead(tables, round, dealers) {
  const { number, dealer, entry } = round;
  const head = document.createElement("span");
  const title = Object.assign(document.createElement("b"), { textContent: number });
  const deals = Object.assign(document.createElement("span"), { textContent: dealers[dealer] });
  head.append(title, ...parse(tables.trumps[trumpOf(round, entry)] ?? "").childNodes, deals);
  if (entry.bid) head.append(Object.assign(document.createElement("small"), { textContent: bidText(tables, entry.bid, bidState(tables, entry)) }));
  return head;
}

function cellOf(gain, total) {
  const cell = document.createElement("span");
  const points = Object.assign(document.createElement("small"), { textContent: signed(gain) });
  cell.append(points, " ", Object.assign(document.createElement("i"), { textContent: figure(total) }));
  return cell;
}

// Fill a row with the round: points and totals once a trick is entered.
function fillRow(row, tables, round, dealers = tables.deals) {
  row.cells[0].replaceChildren(rowHead(tables, round, dealers));
  tables.sides.forEach((side, place) => {
    const gain = gainOf(tables, round.entry, side);
    const content = round.entry.tricks?.length ? cellOf(gain, round.totals[place] + gain) : document.createElement("span");
    row.cells[place + 1].replaceChildren(content);
  });
}

// The order of the chosen trumps below the sheet; it stays open or closed.
function drawOrder({ orders }, { data: { entry }, known, turned }) {
  const old = document.querySelector("#pad-sheet > .trump-order");
  const next = parse((known ?? (entry.turned && turned))?.order ?? orders[entry.trump] ?? "").firstElementChild;
  old?.remove();
  if (!next) return;
  next.open = Boolean(old?.open);
  document.querySelector("#pad-sheet > .sheet").after(next);
}

// A waiting round: a row above the one in pencil. `round`: number, dealer, entry and the totals before it.
const drawRoundRow = (tables, round) => drawWaitingRow((row) => fillRow(row, tables, round, tables.names));

// The entry as it is written: no robbery (null) is an answer only in a draft.
function wholeEntry(dealer, { entry: { robbed, ...entry } }) {
  return { dealer, ...entry, ...(robbed && { robbed }) };
}

function drawRound(tables, round) {
  const { data, number, dealer, draft } = round;
  const asksBid = isBidding(data, tables);
  const panel = asksBid ? bidPanel(tables, data, number, dealer) : panelFor(tables, round);
  if (!asksBid) fillIn(panel, tables, round);
  showPanel(panel);
  setMove(isComplete(data) && !asksBid ? wholeEntry(dealer, data) : null, draft);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) {
    fillRow(pencil, tables, { ...round, entry: data.entry });
    drawHeads(tables, round);
  }
  drawOrder(tables, round);
}

// The round after a written one, null where only the server can continue.
function nextRound(tables, { dealer, number, totals }, entry) {
  const after = tables.sides.map((side, place) => totals[place] + gainOf(tables, entry, side));
  if (mayEnd(tables, entry, after)) return null;
  const next = tables.seats[(tables.seats.indexOf(dealer) + 1) % tables.seats.length];
  return { dealer: next, number: number + 1, totals: after, draft: 0, data: { mode: "result", entry: {} } };
}

const endRound = (tables, { number }) => ({ text: tables.last.replace(tables.number, number) });

// After its round the next player deals.
const isRoundInSheet = (round, line, move) => move.dealer !== round.dealer;

// A key that known cards contradict; trumps and disputed tricks are then left to the server.
function roundRefusal(tables, round, press) {
  const isLeft = round.known && ["off", "trump"].includes(press.split("-")[0]);
  return isLeft ? signalNeeded() : knownRefusal(round, press);
}

export const rounds = {
  afterPress: afterRoundPress,
  drawDraft: drawRound,
  drawLine: drawRoundRow,
  end: endRound,
  isInSheet: isRoundInSheet,
  next: nextRound,
  presses: ROUND_PRESSES,
  refusal: roundRefusal,
  undo: ({ number, undo }, round) => undo.replace(number, round.number),
};
