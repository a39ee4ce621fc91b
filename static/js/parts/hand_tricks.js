// A trick of Générala card by card on the phone: what a key changes, who wins and what follows. The cards that may answer
// a suit and their order are those of the rules (`games/generala_cards/offline_tricks.py`). Corrections and the end of a
// hand need the server.
import { orderFrom } from "./trick_panel.js";

const JOKERS = ["JK1", "JK2"];

export const suitOf = (card) => (JOKERS.includes(card) ? "" : card.slice(-1));
export const inTrick = ({ data }) => data.entry.trick ?? [];
export const tookIn = ({ data }) => data.entry.took;
export const cardsOf = (plays) => plays.map(([, card]) => card);
export const takeable = (round) => cardsOf(inTrick(round)).filter(suitOf);

// --- the trick so far ---

export const turnOrder = ({ counts, leader, players }) => orderFrom(players, leader).filter((player) => counts[player]);
export const nextPlayer = (round) => (tookIn(round) ? null : turnOrder(round)[inTrick(round).length] ?? null);
export const suitToFollow = (round) => suitOf(inTrick(round)[0]?.[1] ?? "JK1");
// a card that was picked up proves the suit
const holdsSuit = ({ held }, player, suit) => Object.entries(held).some(([card, holder]) => holder === player && suitOf(card) === suit);
export const mayLack = (round) => suitToFollow(round) && !holdsSuit(round, nextPlayer(round), suitToFollow(round));

export function isHandCardOpen(tables, round, card) {
  const { away, held } = round;
  const player = nextPlayer(round);
  const suit = suitToFollow(round);
  if (away.includes(card) || cardsOf(inTrick(round)).includes(card)) return false;
  if (suit && !(tables.answers[suit].includes(card) && (suitOf(card) || mayLack(round)))) return false;
  return held[card] ? held[card] === player : !round.without[player].includes(suitOf(card));
}

export const openJoker = (tables, round) => JOKERS.find((card) => isHandCardOpen(tables, round, card));

// --- keys ---

export const withTrick = (trick, took) => ({ entry: took ? { trick, took } : { trick } });

function playCard(tables, round, card) {
  const player = nextPlayer(round);
  if (!player || !card || !isHandCardOpen(tables, round, card)) return null;
  return withTrick([...inTrick(round), [player, card]]);
}

function pickUp(_tables, round) {
  if (!nextPlayer(round) || !mayLack(round)) return null;
  const cards = takeable(round);
  const player = nextPlayer(round);
  return withTrick(inTrick(round), cards.length === 1 ? { player, card: cards[0] } : { player });
}

function takeCard(_tables, round, card) {
  if (!tookIn(round) || !takeable(round).includes(card)) return null;
  return withTrick(inTrick(round), { player: tookIn(round).player, card });
}

function takeBackTrick(_tables, round) {
  const trick = inTrick(round);
  if (tookIn(round)) return withTrick(trick);
  return trick.length ? withTrick(trick.slice(0, -1)) : null;
}

export const TRICK_PRESSES = {
  back: takeBackTrick,
  card: playCard,
  joker: (tables, round) => playCard(tables, round, openJoker(tables, round)),
  none: pickUp,
  take: takeCard,
};

// --- the result ---

// What a complete trick brings: the winner, who ran out, the cards left and the next leader; null before. The next leader
// is missing where the hand is over.
export function trickResult(tables, round) {
  const trick = inTrick(round);
  const took = tookIn(round);
  if (took ? !took.card : nextPlayer(round)) return null;
  const counts = { ...round.counts };
  for (const [player] of trick) counts[player] -= 1;
  if (took) counts[took.player] += 1;
  const standing = bestFirst(tables, trick.filter(([, card]) => tables.counts || card !== took?.card));
  const out = trick.map(([player]) => player).filter((player) => !counts[player]);
  const isOver = Object.values(counts).filter(Boolean).length < 2;
  const leader = standing.find(([player]) => counts[player])?.[0] ?? took?.player;
  return { counts, out, winner: standing[0]?.[0], leader: isOver ? null : leader };
}

// Of cards of one rank the one played first is better.
export const bestFirst = ({ ranks }, plays) => ranks.flatMap((cards) => plays.filter(([, card]) => cards.includes(card)));

// The trick after a written one; null after the last one of the hand.
export function nextTrick(tables, round, { trick, took }) {
  const { counts, leader } = trickResult(tables, { ...round, data: withTrick(trick, took) });
  if (!leader) return null;
  const held = { ...round.held };
  for (const card of cardsOf(trick)) delete held[card];
  if (took) held[took.card] = took.player;
  const away = [...round.away, ...cardsOf(trick).filter((card) => card !== took?.card)];
  const without = withoutAfter(round, trick, took);
  return { away, checked: {}, counts, data: withTrick([]), draft: 0, held, leader, number: round.number + 1, trick: round.trick + 1, without };
}

// A joker that answers a suit, and a card picked up, show that a hand lacks it.
function withoutAfter(round, [[, led], ...answered], took) {
  const lacking = suitOf(led) ? answered.filter(([, card]) => !suitOf(card)).map(([player]) => player) : [];
  if (took) lacking.push(took.player);
  return Object.fromEntries(round.players.map((player) => {
    const suits = round.without[player];
    return [player, lacking.includes(player) ? [...suits, suitOf(led)] : suits];
  }));
}
