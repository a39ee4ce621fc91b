// A hand of Générala by its result on the phone: what a key changes in the draft (the keys are those of `keys.py`
// there), the server's panel for its question, with the players out, and its row on the sheet in pencil.
import { drawRefused, element, drawWaitingRow, pad, parse, setMove, showPanel } from "./panel_swap.js";

const MOST_NAMED = 3;
// the key that leaves the cards
export const BY_RESULT = "mode-result";

const outOf = ({ entry }) => (entry.out ?? []).map((group) => [...group]);
// all groups out, also those that ran out on the tricks of a hand begun by cards
const allOut = ({ ran }, out) => [...ran, ...out];
// the players in the game with cards
const leftOf = ({ players }, out) => players.filter((player) => !out.flat().includes(player));
const isTogether = (out) => out.length > 0 && out.at(-1).length > 1;

// --- keys ---

// The last player joins the group before.
function addPlayer(out, player, left) {
  if (!left.includes(player)) return null;
  return left.length === 1 ? [...out.slice(0, -1), [...out.at(-1), player]] : [...out, [player]];
}

function removePlayer(out, player) {
  if (!out.flat().includes(player)) return null;
  return out.map((group) => group.filter((each) => each !== player)).filter(({ length }) => length);
}

// Join the last two groups as one trick, or split the last group again; only with cards left may one player be last.
function joinLast(out, _player, left) {
  if (isSameDisabled(out, left)) return null;
  const last = out.pop();
  if (last.length > 1) return [...out, last.slice(0, -1), last.slice(-1)];
  return [...out.slice(0, -1), [...out.at(-1), ...last]];
}

const isSameDisabled = (out, left) => (isTogether(out) ? !left.length : out.length < 2);

const HAND_PRESSES = { out: addPlayer, off: removePlayer, same: joinLast };

// The draft after a key, null for a key that only the server knows.
function afterHandPress(round, press) {
  const [verb, player] = press.split("-");
  const before = outOf(round.data);
  // the phone has switched from cards
  if (press === BY_RESULT) return before.length ? null : round.data;
  const out = HAND_PRESSES[verb]?.(before, player, leftOf(round, allOut(round, before)));
  return out ? { entry: entryOf(round, out) } : null;
}

const entryOf = ({ tricks }, out) => (tricks ? { out, rest: true } : { out });

// --- results ---

// The kind of a complete hand, as `hand_results.kind_of`.
function kindOf({ players }, left, out) {
  if (players.length === 2) return left.length ? "one" : "both";
  if (!left.length) return "all";
  return isTogether(out) ? "left+" : "left";
}

// What a complete hand brings: the player who lost, the champion, the next dealer and the texts; null while incomplete.
// `out`: all groups.
function resultOf(tables, round, out) {
  const left = leftOf(round, out);
  if (left.length > 1 || !out.length) return null;
  const name = kindOf(round, left, out);
  const kind = tables.kinds[name];
  const lost = kind.lost ? left[0] ?? out.flat().at(-1) : null;
  const champion = kind.champion ? out[0][0] : null;
  const others = tables.dealers[round.dealer];
  const dealer = kind.deals ? lost : others.find((player) => round.players.includes(player)) ?? others[0];
  const ends = champion ? `!${champion}` : `${lost ?? ""}.${dealer}`;
  return { lost, champion, dealer, label: tables.labels[ends], ...tables.told[name] };
}

function placesOf(out) {
  const places = new Map();
  for (const group of out) {
    const place = places.size + 1;
    for (const player of group) places.set(player, place);
  }
  return places;
}

// --- drawing ---

function handPanelFor(tables, round, own) {
  const out = allOut(round, own);
  const result = resultOf(tables, round, out);
  const html = result ? tables.over : own.length ? tables.next : tables.first;
  const panel = parse(html.replaceAll(tables.number, round.number)).firstElementChild;
  const left = leftOf(round, out);
  if (round.tricks) panel.querySelector("#end")?.remove();
  if (round.ran.length && !own.length) panel.querySelector("#who").replaceWith(parse(tables.next).querySelector("#who"));
  panel.querySelector(".outs").replaceChildren(...outsOf(tables, round, out, left));
  panel.querySelector(".players").className = `players across-${tables.across[round.players.length]}`;
  for (const key of panel.querySelectorAll(".players [name=press]")) {
    const player = key.value.slice(4);
    if (round.players.includes(player)) drawRefused(key, !left.includes(player));
    else key.remove();
  }
  const label = left.length > MOST_NAMED ? left.length : left.join(".");
  panel.querySelector(".keys .go").textContent = result ? result.label.replace(tables.number, round.number) : tables.left[label];
  panel.querySelector("#who .why")?.remove();
  if (result?.why) panel.querySelector("#who > span").append(element("small", result.why, "why"));
  drawSame(panel.querySelector("#same"), own, left);
  return panel;
}

// The players out in order, from the panel of a hand with all players out.
function outsOf(tables, { ran }, out, left) {
  const places = placesOf(out);
  const everybody = parse(tables.over);
  const found = out.flatMap((group) => {
    const together = element("span", "", "together");
    together.append(...group.map((player) => everybody.querySelector(`#off-${player}`)));
    if (ran.includes(group)) for (const key of [...together.children]) key.replaceWith(fixedOut(tables, key));
    return [element("span", places.get(group[0]), "place"), together];
  });
  return left.length ? [...found, element("i", "", "out")] : found;
}

// A player who ran out on a trick by cards: only the trick can be corrected.
function fixedOut(tables, key) {
  const text = element("span", tables.ran[key.value.slice(4)], "vh");
  const out = element("span", "", "out");
  out.append(key.querySelector(".c"), " ", text);
  return out;
}

function drawSame(key, out, left) {
  if (!key) return;
  for (const name of ["aria-pressed", "aria-disabled"]) key.removeAttribute(name);
  key.querySelector("i")?.remove();
  if (isTogether(out)) {
    key.setAttribute("aria-pressed", "true");
    key.prepend(Object.assign(document.createElement("i"), { className: "i-check" }));
  }
  drawRefused(key, isSameDisabled(out, left));
}

function fillHandRow(row, tables, round, out) {
  const { lost, mark } = resultOf(tables, round, out) ?? {};
  const places = placesOf(out);
  const hand = tables.hand.replace(tables.number, round.number);
  row.querySelector("th span > span").replaceChildren(`${hand} `, element("small", tables.deals[round.dealer]));
  tables.columns.forEach((player, column) => {
    const box = element("span", "", "box");
    box.append(element(places.has(player) ? "i" : "small", places.get(player) ?? (player === lost ? mark : "")));
    row.cells[column + 1].replaceChildren(...(round.players.includes(player) ? [box] : []));
  });
}

// The sheet of a hand by tricks, as that of one by its result.
function leaveTrick() {
  document.querySelector("#pad-sheet .referee")?.remove();
  document.querySelector("tr.pencilled")?.classList.add("pencil");
}

function drawHandRow(tables, round) {
  leaveTrick();
  drawWaitingRow((row) => fillHandRow(row, tables, round, allOut(round, outOf(round))));
}

function drawHand(tables, round) {
  leaveTrick();
  const out = outOf(round.data);
  const all = allOut(round, out);
  const panel = handPanelFor(tables, round, out);
  pad().className = panel.className;
  showPanel(panel);
  setMove(resultOf(tables, round, all) ? entryOf(round, out) : null, round.draft);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) fillHandRow(pencil, tables, round, all);
  if (!document.querySelector("tr.waiting")) return;
  removePlan();
  strikeDropped(tables, round.players);
}

const stayingIn = ({ drops }, { players }, lost) => (drops ? players.filter((player) => player !== lost) : players);

// The hand after a written one, null after the last one of the game.
function nextHand(tables, round, { out }) {
  const { champion, dealer, lost } = resultOf(tables, round, allOut(round, out));
  if (champion) return null;
  return { dealer, players: stayingIn(tables, round, lost), number: round.number + 1, draft: 0, tricks: false, ran: [], data: { entry: {} } };
}

// Players who dropped in a hand that waits.
function strikeDropped({ columns, dropped }, players) {
  const heads = document.querySelectorAll("#pad-sheet thead th");
  columns.forEach((player, column) => {
    if (players.includes(player) || heads[column].matches(".dropped")) return;
    heads[column].classList.add("dropped");
    heads[column].querySelector("b").after(element("span", `, ${dropped}`, "vh"));
  });
}

// The last hand of the game names the champion.
function endHand(tables, round) {
  const { champion, lost } = resultOf(tables, round, allOut(round, outOf(round)));
  strikeDropped(tables, stayingIn(tables, round, lost));
  removePlan();
  return { text: tables.champions[champion], isOver: true };
}

// The plan of the table shows the cards of the hand before.
const removePlan = () => document.querySelectorAll(".above, .above-line").forEach((part) => part.remove());

// The sheet has lines that the page of this one had not.
export const isHandInSheet = (_hand, { fields }) => Number(document.querySelector("#write [name=seen]").value) > Number(Object.fromEntries(fields).seen);

export const hands = {
  afterPress: afterHandPress,
  drawDraft: drawHand,
  drawLine: drawHandRow,
  end: endHand,
  isInSheet: isHandInSheet,
  next: nextHand,
  presses: HAND_PRESSES,
  undo: ({ number, undo }, round) => undo.replace(number, round.number),
};
