// A round of Forty-fives by its result on the phone: what a key changes in the draft, and the points of each side from
// the tables that the rules made (`games/forty_fives/offline_points.py`). The keys are those of `keys.py` there.

export const TRICKS = 5;

const tricksOf = ({ entry }) => entry.tricks ?? [];
export const holesOf = ({ holes }) => holes ?? [];

export function isComplete({ entry }) {
  return Boolean(entry.trump) && tricksOf({ entry }).length === TRICKS && "best" in entry;
}

// The draft with changed fields of its entry; undefined removes a field.
function withEntry(data, changed, holes = holesOf(data)) {
  const entry = { ...data.entry, ...changed };
  for (const name of Object.keys(entry)) if (entry[name] === undefined) delete entry[name];
  return { mode: "result", entry, holes };
}

function addTrick(data, winner) {
  const tricks = [...tricksOf(data)];
  const [hole, ...holes] = holesOf(data);
  if (tricks.length === TRICKS) return null;
  tricks.splice(hole ?? tricks.length, 0, winner);
  return withEntry(data, { tricks }, holes);
}

// The others keep their places; the best trump goes too if its owner has no trick left.
function removeTrick(data, place) {
  const tricks = [...tricksOf(data)];
  const index = place - holesOf(data).filter((hole) => hole < place).length;
  if (index >= tricks.length || holesOf(data).includes(place)) return null;
  tricks.splice(index, 1);
  const holes = [...holesOf(data), place].sort();
  while (holes.length && holes.at(-1) === tricks.length + holes.length - 1) holes.pop();
  const { best } = data.entry;
  return withEntry(data, best && !tricks.includes(best) ? { tricks, best: undefined } : { tricks }, holes);
}

function chooseBest(data, player) {
  const best = player === "nobody" ? null : player;
  if (tricksOf(data).length < TRICKS || (best && !tricksOf(data).includes(best))) return null;
  return withEntry(data, { best: data.entry.best === best ? undefined : best });
}

const ROUND_PRESSES = {
  trump: (data, suit) => withEntry(data, { trump: suit }),
  took: addTrick,
  off: (data, place) => removeTrick(data, Number(place)),
  best: chooseBest,
};

// The draft after a key, null for a key that only the server knows.
export function afterRoundPress(data, press) {
  const [verb, rest] = press.split("-");
  return ROUND_PRESSES[verb]?.(data, rest) ?? null;
}

// The points of a side for the round as entered so far.
export function gainOf({ points: { bonus, done, open } }, entry, side) {
  const tricks = tricksOf({ entry });
  const count = tricks.filter((winner) => side.includes(winner)).length;
  const complete = isComplete({ entry });
  const isBonus = complete && entry.best === null && bonus !== null;
  const hasBest = side.includes(isBonus ? tricks[bonus] : entry.best);
  return (complete ? done : open)[`${count}${!hasBest ? "0" : isBonus ? "B" : "b"}`];
}

// Whether a round may end the game, which the server decides.
export function mayEnd({ sides, sweep, target }, entry, totals) {
  const isSweep = sweep && sides.some((side) => entry.tricks.every((winner) => side.includes(winner)));
  return isSweep || totals.some((total) => total >= target);
}
