// The round as the server has it, and the tables by which the phone continues it.
import { cardRounds } from "./round_cards.js";
import { BY_RESULT, hands } from "./hand_panel.js";
import { handTricks } from "./hand_trick_panel.js";
import { pad } from "./panel_swap.js";
import { rounds } from "./round_panel.js";
import { turns } from "./turn_panel.js";

const GAMES = { cards: cardRounds, hand: hands, round: rounds, tricks: handTricks, turn: turns };

export let tables = null;
// all that were fetched, by their address
const loaded = new Map();
// whether the phone switched a hand from its cards to its result, which the server does not know yet
let isByResult = false;

const table = () => document.querySelector("#table");

export async function loadTables() {
  const round = drafted();
  const absent = [round, round?.result].filter((each) => each && !loaded.has(each.address));
  if (!absent.length) return;
  await Promise.allSettled(absent.map(loadFrom));
  document.dispatchEvent(new Event("cards:ready"));
}

async function loadFrom({ address }) {
  const answer = await fetch(address);
  if (answer.ok) loaded.set(address, await answer.json());
}

function drafted() {
  const { round } = table()?.dataset ?? {};
  return round && JSON.parse(round);
}

// The round as the server has it, or as the phone switched it.
export function stored() {
  const round = drafted();
  const found = (isByResult && round?.result) || round;
  return found && { ...found, data: { ...found.data, entry: found.data.entry ?? {} } };
}

// A hand continues by its result if `press`, the first key, leaves its cards.
export function switchMode(press) {
  isByResult = press === BY_RESULT && loaded.has(drafted()?.result?.address);
}

export const game = () => GAMES[tables.kind];
export const afterPress = (round, press) => game().afterPress(round, press, tables);
export function isReady() {
  const found = pad() && loaded.get(stored()?.address);
  tables = found || tables;
  return Boolean(found);
}

// A draft as a text, for comparison.
export const written = ({ entry, holes = [], bidder, bidding }) =>
  JSON.stringify([Object.entries(entry).sort(), holes, ...(bidder || bidding ? [bidder, bidding] : [])]);
