// What a key changes in a turn of Generals and Majors (the keys are those of `keys.py` there): which cards can be paid,
// what they cancel, and the lead after it. The tables are those of the server (`offline_points.py`).

export const POINT_COLOURS = ["red", "black", "star"];

export const rankOf = (card) => card.slice(0, -1);
const without = (cards, gone) => cards.filter((card) => !gone.includes(card));
const involved = ({ mine, theirs }) => [...mine, ...theirs];

export const armiesOf = ({ armies = [] }) => armies;
export const laidIn = (entry) => [...(entry.commander ? [entry.commander] : []), ...armiesOf(entry)];
export const otherOf = ({ players }, player) => players.find((each) => each !== player);
export const colourOf = ({ commanders, costs }, card) => costs[card]?.[0] ?? POINT_COLOURS.find((each) => commanders[each].includes(card));

// --- points ---

export function commandPointsOf({ commanders, points }, cards) {
  const maskOf = (colour) => commanders[colour].reduce((mask, card, place) => mask + (cards.includes(card) ? 2 ** place : 0), 0);
  return Object.fromEntries(POINT_COLOURS.map((colour) => [colour, points[colour][maskOf(colour)]]));
}

function addTo(need, [colour, count]) {
  return { ...need, [colour]: need[colour] + count };
}

// What the armies of a turn need, under a house rule with all armies that lie face up.
function needOf(tables, { player, sides }, entry) {
  const cards = [...(tables.cumulative ? sides[player].armies : []), ...armiesOf(entry)];
  return cards.reduce((need, card) => addTo(need, tables.costs[card]), { red: 0, black: 0, star: 0 });
}

function isPayable({ payable, least }, need, points) {
  const most = payable[0].length - 1;
  // beyond the table only where a refusal asks which points would do
  const [red, black] = ["red", "black"].map((colour) => Math.min(points[colour] - need[colour] - least, most));
  return red >= 0 && black >= 0 && need.star <= payable[points.star][red][black];
}

// Points and need of a turn, and the largest army of each colour that they still pay.
export function purseOf(tables, round, entry) {
  const cards = [...round.sides[round.player].commanders, entry.commander];
  const points = commandPointsOf(tables, cards);
  const need = needOf(tables, round, entry);
  const most = POINT_COLOURS.reduce((sum, colour) => sum + points[colour], 0);
  const reach = POINT_COLOURS.map((colour) => {
    let count = most;
    while (count && !isPayable(tables, addTo(need, [colour, count]), points)) count -= 1;
    return count;
  });
  return { need, points, reach };
}

// The points that one more army lacks and the colours that would do, null for none.
export function shortageOf(tables, { need, points }, card) {
  const wanted = addTo(need, tables.costs[card]);
  if (isPayable(tables, wanted, points)) return null;
  const most = POINT_COLOURS.reduce((sum, colour) => sum + wanted[colour], 0);
  for (let missing = 1; missing <= most; missing += 1) {
    const colours = POINT_COLOURS.filter((colour) => isPayable(tables, wanted, addTo(points, [colour, missing])));
    if (colours.length) return { missing, colours };
  }
  return { missing: 0, colours: POINT_COLOURS };
}

// --- cards ---

export const seenIn = ({ sides }, entry) => [...laidIn(entry), ...Object.values(sides).flatMap(({ armies, commanders, down }) => [...commanders, ...armies, ...down])];
// Whether the hand holds another card.
export const mayLay = ({ hands }, { player, sides }, entry) => laidIn(entry).length < hands[sides[player].hand].length - 1;

// --- cancellations ---

function isPart(ranks, group) {
  const left = [...group];
  return ranks.every((rank) => left.includes(rank) && left.splice(left.indexOf(rank), 1));
}

// The armies that one army can cancel together, the first cards first.
function setsOf({ cancels }, army, theirs) {
  const found = [];
  const walk = (start, chosen) => {
    const groups = cancels[rankOf(army)].filter((group) => isPart(chosen.map(rankOf), group));
    if (groups.some(({ length }) => length === chosen.length)) found.push({ mine: [army], theirs: chosen });
    else if (groups.length) theirs.slice(start).forEach((card, place) => walk(start + place + 1, [...chosen, card]));
  };
  walk(0, []);
  return found;
}

// The cancellations of a turn: those chosen, with each that no other competes with, those left to choose from, and the
// armies that wait for a choice.
export function cancelling(tables, round, entry) {
  const choices = (gone) => {
    const theirs = without(round.sides[otherOf(tables, round.player)].armies, gone);
    return without(armiesOf(entry), gone).flatMap((army) => setsOf(tables, army, theirs));
  };
  const said = entry.cancel ?? [];
  const sets = choices(said.flatMap(involved));
  const wanted = sets.flatMap(involved);
  const isAlone = (each) => involved(each).every((card) => wanted.filter((other) => other === card).length === 1);
  const chosen = [...said, ...sets.filter(isAlone)];
  const able = choices(chosen.flatMap(involved)).flatMap(({ mine }) => mine);
  return { chosen, sets: sets.filter((each) => !isAlone(each)), able: [...new Set(able)] };
}

const isSame = (one, other) => involved(one).join() === involved(other).join();

// The questions of a turn: each army with all that it may cancel, and what is chosen.
export function questionsOf(tables, round, entry) {
  const { chosen, sets } = cancelling(tables, round, entry);
  return armiesOf(entry).flatMap((army) => {
    const isOf = ({ mine }) => mine.includes(army);
    const said = entry.cancel ?? [];
    const open = said.some(isOf) ? cancelling(tables, round, { ...entry, cancel: said.filter((each) => !isOf(each)) }).sets : sets;
    const own = open.filter(isOf);
    const choice = chosen.find(isOf);
    if (choice && !own.some((each) => isSame(each, choice))) own.unshift(choice);
    return own.length ? [{ army, sets: own, chosen: own.findIndex((each) => choice && isSame(each, choice)) }] : [];
  });
}

// --- the turn ---

// The turn as it is written.
export function turnMoveOf(tables, round, entry) {
  const { chosen } = cancelling(tables, round, entry);
  const { commander, armies } = entry;
  return { player: round.player, ...(commander && { commander }), ...(armies && { armies }), ...(chosen.length && { cancel: chosen }) };
}

const strengthOf = ({ costs }, armies) => armies.reduce((sum, card) => sum + costs[card][1], 0);

// Both sides after a turn.
export function sidesAfter(tables, { player, sides }, { commander, armies = [], cancel = [] }) {
  const gone = cancel.flatMap(involved);
  const down = (side, cards) => ({ ...side, armies: without(side.armies, cards), down: [...side.down, ...side.armies.filter((card) => cards.includes(card))] });
  const other = otherOf(tables, player);
  const { armies: before, commanders, hand } = sides[player];
  const mine = { ...sides[player], armies: [...before, ...armies], commanders: [...commanders, ...(commander ? [commander] : [])] };
  mine.hand = tables.hands[hand][armies.length + (commander ? 1 : 0)];
  return { [player]: down(mine, gone), [other]: down(sides[other], gone) };
}

// The strengths, and the lead: who has it, by how much, and from the first player's point of view.
export function standingOf(tables, sides) {
  const strengths = Object.fromEntries(tables.players.map((player) => [player, strengthOf(tables, sides[player].armies)]));
  const [first, second] = tables.players;
  const signed = strengths[first] - strengths[second];
  return { strengths, signed, by: Math.abs(signed), player: signed > 0 ? first : signed < 0 ? second : null };
}

// Whether the player of a turn is so far ahead that a turn of grace follows, which only the server continues.
export const isGrace = ({ winning }, { by, player }, mover) => player === mover && by >= winning;

// --- keys ---

const PRESSES = { card: layCard, off: takeOff, look, take: takeSet };

function layCard(tables, round, entry, card) {
  const isLeader = Object.values(tables.commanders).some((cards) => cards.includes(card));
  const isKnown = isLeader || card in tables.costs;
  if (!isKnown || seenIn(round, entry).includes(card) || !mayLay(tables, round, entry) || (isLeader && entry.commander)) return null;
  if (isLeader) return { entry: { ...entry, commander: card }, stage: entry.armies ? "close" : "lay" };
  const armies = [...armiesOf(entry), card];
  return shortageOf(tables, purseOf(tables, round, entry), card) ? null : { entry: { ...entry, armies }, stage: "close" };
}

function takeOff(tables, round, entry, card) {
  if (!laidIn(entry).includes(card)) return null;
  const { commander, armies = [], cancel = [], ...rest } = entry;
  const left = { armies: without(armies, [card]), cancel: cancel.filter(({ mine }) => !mine.includes(card)) };
  const next = { ...rest, ...(commander && commander !== card && { commander }) };
  for (const name of ["armies", "cancel"]) if (left[name].length) next[name] = left[name];
  const { need, points } = purseOf(tables, round, next);
  return isPayable(tables, need, points) ? { entry: next, stage: "lay" } : null;
}

function look(tables, round, entry, stage) {
  return stage === "close" || mayLay(tables, round, entry) ? { entry, stage } : null;
}

function takeSet(tables, round, entry, choice) {
  const [mine, theirs] = choice.split("-").map((cards) => cards.split(".").filter(Boolean));
  if (!questionsOf(tables, round, entry).some(({ sets }) => sets.some((each) => isSame(each, { mine, theirs })))) return null;
  const others = (entry.cancel ?? []).filter((each) => !involved(each).some((card) => [...mine, ...theirs].includes(card)));
  return { entry: { ...entry, cancel: [...others, { mine, theirs }] }, stage: "close" };
}

// The draft after a key, null for a key that only the server knows.
export function afterTurnPress(round, press, tables) {
  const [verb] = press.split("-", 1);
  const { entry } = round.data;
  return PRESSES[verb]?.(tables, round, { player: round.player, ...entry }, press.slice(verb.length + 1)) ?? null;
}
