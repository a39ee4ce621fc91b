// Draws a round of Forty-fives card by card on the phone: the server's question for the next player, and the cards in
// the tricks, hatched until they are checked. Each trick is won by its best card in the order that the rules made
// (`games/forty_fives/offline_cards.py`). Turned cards, robbing, corrections and points need the server.
import { element, parse, setMove, showPanel } from "./panel_swap.js";
import { drawNeedsServer, drawQuestion, fillPicker, fillText, orderFrom, presser, uncheckedSign } from "./trick_panel.js";

const TRICKS_BY_CARDS = 5;

const playsOf = ({ data }) => data.entry.tricks ?? [];
const playedIn = (round) => playsOf(round).flat().map(([, card]) => card);

// --- the rules, as far as the phone knows them ---

const suitLed = ({ order }, card) => (order.includes(card) ? order[0].slice(-1) : card.slice(-1));

// The winner of the cards of a trick.
function winnerOf({ plain }, { order }, trick) {
  const best = [...order, ...plain[trick[0][1].slice(-1)] ?? []].find((card) => trick.some((play) => play[1] === card));
  return trick.find((play) => play[1] === best)[0];
}

// The next trick and its next player; null after the last card.
function nextOf(tables, round) {
  const tricks = playsOf(round);
  const { players } = tables;
  const full = tricks.filter(({ length }) => length === players.length);
  if (full.length === TRICKS_BY_CARDS) return null;
  const leader = full.length ? winnerOf(tables, round, full.at(-1)) : round.leader;
  const trick = tricks[full.length] ?? [];
  return { leader, number: full.length, trick, player: orderFrom(players, leader)[trick.length] };
}

const isOpen = ({ away, held }, card, player) => !away.includes(card) && (held[card] ?? player) === player;

const withPlays = (data, tricks) => {
  const { tricks: _before, ...entry } = data.entry;
  return { ...data, entry: tricks.length ? { ...entry, tricks } : entry };
};

function addPlay(tables, round, card) {
  const next = nextOf(tables, round);
  if (!next || playedIn(round).includes(card) || !isOpen(round, card, next.player)) return null;
  const tricks = playsOf(round).slice(0, next.number);
  return withPlays(round.data, [...tricks, [...next.trick, [next.player, card]]]);
}

function removePlay(_tables, round) {
  const tricks = playsOf(round);
  if (!tricks.length) return null;
  const last = tricks.at(-1).slice(0, -1);
  return withPlays(round.data, [...tricks.slice(0, -1), ...(last.length ? [last] : [])]);
}

const CARD_PRESSES = { back: removePlay, card: addPlay };

// --- drawing ---

function questionFor({ names, texts, written: cards }, { trick, player }) {
  if (!trick.length) return fillText(texts.leads, { player: names[player] });
  const [other, card] = trick[0];
  return fillText(texts.follows, { player: names[player], other: names[other], card: cards[card] });
}

function cardsPanelFor(tables, round) {
  const panel = parse(tables.panel.replaceAll(tables.number, round.number)).firstElementChild;
  const next = nextOf(tables, round);
  const played = playedIn(round);
  if (next) {
    const { player, trick } = next;
    drawQuestion(panel, questionFor(tables, next), tables.counters[player]);
    const suit = trick.length ? suitLed(round, trick[0][1]) : "";
    fillPicker(panel, { isOpen: (card) => isOpen(round, card, player), played, suit });
  } else {
    drawNeedsServer(panel, tables.texts.over.replace(tables.number, round.number));
    panel.querySelector(".picker").remove();
  }
  const last = played.at(-1);
  const step = last ? tables.written[last] : round.before;
  panel.querySelector("#back span").textContent = fillText(tables.texts.back, { card: step });
  return panel;
}

function drawTricks(tables, round) {
  const next = nextOf(tables, round);
  const { columns, html, players } = tables;
  const rows = document.querySelectorAll("#pad-sheet .sheet tbody tr");
  rows.forEach((row, number) => {
    const trick = playsOf(round)[number] ?? [];
    const leader = trick[0]?.[0] ?? (number === next?.number ? next.leader : "");
    const winner = trick.length === players.length ? winnerOf(tables, round, trick) : "";
    columns.forEach((player, column) => {
      const cell = row.cells[column + 1];
      const card = trick.find((play) => play[0] === player)?.[1];
      drawPlay(cell, card && parse(html[card]).firstElementChild);
      cell.classList.toggle("leads", player === leader);
      cell.classList.toggle("takes", player === winner);
      cell.classList.toggle("next", number === next?.number && player === next.player && Boolean(trick.length || number));
    });
  });
  columns.forEach((player, column) => {
    document.querySelectorAll("#pad-sheet thead th")[column].classList.toggle("turn", player === next?.player);
  });
  const sheet = document.querySelector("#pad-sheet");
  sheet.className = sheet.className.replace(/ turn-\d+/, "") + (next ? ` turn-${columns.indexOf(next.player) + 1}` : "");
}

// A card that the server has not drawn there.
function drawPlay(cell, card) {
  const drawn = cell.querySelector(".ct");
  if (drawn?.textContent === card?.textContent) return;
  cell.classList.toggle("wait", Boolean(card));
  const play = document.createElement("span");
  play.append(card ?? "", uncheckedSign());
  cell.replaceChildren(...(card ? [play] : []));
}

// Trumps that were played leave the order; what the server knew before the waiting cards is not shown.
function drawTrumps(tables, round) {
  const sheet = document.querySelector("#pad-sheet");
  const gone = [...round.away, ...playedIn(round)];
  const order = round.order.flatMap((card) => [" › ", gone.includes(card) ? trumpOut(tables, card) : trumpCard(tables, card)]);
  sheet.querySelector(".turned p")?.replaceChildren(...order.slice(1));
  if (!sheet.querySelector("td.wait")) return;
  if (round.bid) sheet.querySelector(".turned h2").textContent = round.bid;
  sheet.querySelector(".best")?.remove();
}

const trumpCard = ({ html }, card) => parse(html[card]).firstElementChild;

function trumpOut(tables, card) {
  const out = element("s", "", "trump-out");
  out.append(trumpCard(tables, card), element("span", ` ${tables.texts.out}`, "vh"));
  return out;
}

function drawCardRound(tables, round) {
  showPanel(cardsPanelFor(tables, round));
  setMove(null);
  drawTricks(tables, round);
  drawTrumps(tables, round);
}

export const cardRounds = {
  afterPress: presser(CARD_PRESSES),
  drawDraft: drawCardRound,
  // a complete round needs the server
  drawLine: () => {},
  // after its round the next player deals
  isInSheet: (round, _line, move) => move.dealer !== round.dealer,
  next: () => null,
  presses: CARD_PRESSES,
};
