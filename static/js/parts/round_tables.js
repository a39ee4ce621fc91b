// The round as the server has it, and the tables by which the phone continues it.
import { cardRounds } from "./round_cards.js";
import { hands } from "./hand_panel.js";
import { handTricks } from "./hand_trick_panel.js";
import { pad } from "./panel_swap.js";
import { rounds } from "./round_panel.js";
import { turns } from "./turn_panel.js";

const GAMES = { cards: cardRounds, hand: hands, round: rounds, tricks: handTricks, turn: turns };

export let tables = null;
let tablesAddress = "";

const table = () => document.querySelector("#table");

export async function loadTables() {
  const { address } = stored() ?? {};
  if (!address || address === tablesAddress) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  tables = await answer.json();
  tablesAddress = address;
  document.dispatchEvent(new Event("cards:ready"));
}

// The round as the server has it.
export function stored() {
  const { round } = table()?.dataset ?? {};
  const found = round && JSON.parse(round);
  return found && { ...found, data: { ...found.data, entry: found.data.entry ?? {} } };
}

export const game = () => GAMES[tables.kind];
export const afterPress = (round, press) => game().afterPress(round, press, tables);
export const isReady = () => pad() && table().dataset.round && tables && stored().address === tablesAddress;

// A draft as a text, for comparison.
export const written = ({ entry, holes = [], bidder, bidding }) =>
  JSON.stringify([Object.entries(entry).sort(), holes, ...(bidder || bidding ? [bidder, bidding] : [])]);
