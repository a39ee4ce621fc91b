// A round of Forty-fives by its result on the phone: what a key changes in the draft, and the points of each side from
// the tables that the rules made (`games/forty_fives/offline_points.py`). The keys are those of `keys.py` there.

export const TRICKS = 5;

const tricksOf = ({ entry }) => entry.tricks ?? [];
export const holesOf = ({ holes }) => holes ?? [];

const isPlayed = ({ entry }) => tricksOf({ entry }).length === TRICKS && "best" in entry;
export const isComplete = ({ entry }) => Boolean(entry.trump ?? entry.turned) && isPlayed({ entry });
// Whether the bid is asked for, or an entered bid is being changed.
export const isBidding = ({ bidding, entry }, { auction }) => Boolean(auction && (bidding || !entry.bid));
export const bidderOf = ({ bidder, entry }) => bidder ?? entry.bid?.player;

// The draft with changed fields of its entry; undefined removes a field. The cards of a round begun by cards stay. Known
// cards may contradict the best trump after any other change.
function withEntry(data, changed, holes = holesOf(data)) {
  const { known, shown } = data;
  const entry = { ...data.entry, ...(known && { best: undefined }), ...changed };
  for (const name of Object.keys(entry)) if (entry[name] === undefined) delete entry[name];
  return { mode: "result", entry, holes, known, shown };
}

const placeOf = (data) => holesOf(data)[0] ?? tricksOf(data).length;

// The player whom a key names as the one with the best trump, null for no player.
export const bestOf = (rest) => (rest === "nobody" ? null : rest);

// What the server says by the known cards (`offline_rounds.py`): whether a player can have won the next trick, and can
// have had the best trump of all tricks.
export const mayTake = ({ known }, data, player) => known?.tricks[placeOf(data)]?.winners.includes(player) ?? true;
export function mayBeBest({ known }, data, player) {
  const tricks = tricksOf(data);
  if (player !== null && !tricks.includes(player)) return false;
  if (!known?.best) return true;
  const { best } = known;
  return best.settled || player === null ? player === best.player : best.tricks.some((index) => tricks[index] === player);
}

function addTrick(data, winner, tables, round) {
  const tricks = [...tricksOf(data)];
  const [hole, ...holes] = holesOf(data);
  if (tricks.length === TRICKS || !mayTake(round, data, winner)) return null;
  tricks.splice(hole ?? tricks.length, 0, winner);
  const best = round.known?.best;
  const answer = best?.settled && tricks.length === TRICKS ? { best: best.player } : {};
  return withEntry(data, { tricks, ...answer }, holes);
}

// The others keep their places; the best trump goes too if its owner has no trick left. The cards
// of a disputed trick go, too, which is left to the server.
function removeTrick(data, rest, tables, { known }) {
  const place = Number(rest);
  if (known?.tricks[place]?.disputed) return null;
  const tricks = [...tricksOf(data)];
  const index = place - holesOf(data).filter((hole) => hole < place).length;
  if (index >= tricks.length || holesOf(data).includes(place)) return null;
  tricks.splice(index, 1);
  const holes = [...holesOf(data), place].sort();
  while (holes.length && holes.at(-1) === tricks.length + holes.length - 1) holes.pop();
  const { best } = data.entry;
  return withEntry(data, best && !tricks.includes(best) ? { tricks, best: undefined } : { tricks }, holes);
}

function chooseBest(data, player, tables, round) {
  const best = bestOf(player);
  if (tricksOf(data).length < TRICKS || !mayBeBest(round, data, best)) return null;
  return withEntry(data, { best: data.entry.best === best ? undefined : best });
}

// --- the auction ---

function chooseBidder(data, player, tables) {
  return isBidding(data, tables) ? { ...data, bidder: player } : null;
}

function bid(data, rest, tables, { dealer }) {
  if (rest === "again") return data.entry.bid ? { ...withEntry(data), bidding: true } : null;
  if (!isBidding(data, tables)) return null;
  if (rest === "pass") return withEntry(data, { bid: { player: dealer, points: tables.auction.lowest } });
  const player = bidderOf(data);
  return player ? withEntry(data, { bid: { player, points: Number(rest) } }) : null;
}

// Leave the question of the bid.
function leaveBid({ bidder, bidding, ...data }) {
  return bidder || bidding ? data : null;
}

export const ROUND_PRESSES = {
  back: leaveBid,
  bid,
  bidder: chooseBidder,
  // known cards say something else under other trumps, which the server knows
  trump: (data, suit, tables, { known }) => (known ? null : withEntry(data, { trump: suit, turned: undefined, robbed: undefined })),
  took: addTrick,
  off: removeTrick,
  best: chooseBest,
};

// The draft of a round after a key, null for a key that only the server knows.
export function afterRoundPress(round, press, tables) {
  const [verb, rest] = press.split("-");
  return ROUND_PRESSES[verb]?.(round.data, rest, tables, round) ?? null;
}

// Why the known cards contradict a key, "" if they do not.
export function knownRefusal(round, press) {
  const { data, known } = round;
  const [verb, rest] = press.split("-");
  if (!known) return "";
  if (verb === "took" && !mayTake(round, data, rest)) return known.tricks[placeOf(data)].why;
  const isOther = verb === "best" && (rest === "nobody" || tricksOf(data).includes(rest));
  return isOther && !mayBeBest(round, data, bestOf(rest)) ? known.best.why : "";
}

// --- points ---

const tricksBy = (side, { tricks = [] }) => tricks.filter((winner) => side.includes(winner)).length;

// The player whose trick counts ten: the owner of the best trump, or the winner of the trick that counts so without one.
function tenOf({ points: { bonus } }, entry) {
  const isBonus = isPlayed({ entry }) && entry.best === null && bonus !== null;
  return { isBonus, player: isBonus ? entry.tricks[bonus] : entry.best };
}

// The points that the tricks of a side score so far.
function pointsOf(tables, entry, side) {
  const { isBonus, player } = tenOf(tables, entry);
  const sign = !side.includes(player) ? "0" : isBonus ? "B" : "b";
  return tables.points[isPlayed({ entry }) ? "done" : "open"][`${tricksBy(side, entry)}${sign}`];
}

const sideOf = ({ sides }, player) => sides.find((side) => side.includes(player));

// What a side writes for the round as entered so far; the bid is settled when it is complete.
export function gainOf(tables, entry, side) {
  const { player, points } = entry.bid ?? {};
  if (!isComplete({ entry }) || !side.includes(player)) return pointsOf(tables, entry, side);
  const own = tricksBy([player], entry);
  const ten = tenOf(tables, entry).player;
  const holder = ten === player ? "b" : side.includes(ten) ? "m" : "0";
  return tables.points.bids[points].gains[`${own}.${tricksBy(side, entry) - own}${holder}`];
}

// The points of the bidder's side before the bid is settled, and whether the bid is "made", "failed" or "open".
export function bidState(tables, entry) {
  const side = sideOf(tables, entry.bid.player);
  const sign = side.includes(tenOf(tables, entry).player) ? "b" : "0";
  const own = `${tricksBy(side, entry)}${sign}`;
  const { done, open } = tables.points.bids[entry.bid.points];
  const state = isPlayed({ entry }) ? done[own] : open[`${own}${tricksOf({ entry }).length}`];
  return { state, won: pointsOf(tables, entry, side) };
}

// Whether a round may end the game, which the server decides.
export function mayEnd({ sides, sweep, target }, entry, totals) {
  const isSweep = sweep && sides.some((side) => entry.tricks.every((winner) => side.includes(winner)));
  return isSweep || totals.some((total) => total >= target);
}
