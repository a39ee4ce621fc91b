// A hand of Générala by its result on the phone: what a key changes in the draft (the keys are those of `keys.py`
// there), the server's panel for its question, with the players out, and its row on the sheet in pencil.
import { drawRefused, drawWaitingRow, parse, setMove, showPanel } from "./panel_swap.js";

const MOST_NAMED = 3;

const outOf = ({ entry }) => (entry.out ?? []).map((group) => [...group]);
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
function afterHandPress({ data }, press, tables) {
  const [verb, player] = press.split("-");
  const before = outOf(data);
  const out = HAND_PRESSES[verb]?.(before, player, leftOf(tables, before));
  return out ? { entry: { out } } : null;
}

// --- drawing ---

// The result of the complete hand, whose key is that of `offline_hands.result_key`.
function resultOf({ players, results }, out) {
  const left = leftOf({ players }, out);
  const key = players.length === 2 ? out.flat().join(".") : `${left.join("")}${isTogether(out) ? "+" : ""}`;
  return left.length < 2 && out.length ? results[key] : null;
}

function placesOf(out) {
  const places = new Map();
  for (const group of out) {
    const place = places.size + 1;
    for (const player of group) places.set(player, place);
  }
  return places;
}

function handPanelFor(tables, out) {
  const panel = parse(resultOf(tables, out)?.panel ?? (out.length ? tables.next : tables.first)).firstElementChild;
  const left = leftOf(tables, out);
  panel.querySelector(".outs").replaceChildren(...outsOf(tables, out, left));
  for (const key of panel.querySelectorAll(".players [name=press]")) drawRefused(key, !left.includes(key.value.slice(4)));
  const write = panel.querySelector(".keys .go");
  if (left.length > 1) write.textContent = tables.left[left.length > MOST_NAMED ? left.length : left.join(".")];
  drawSame(panel.querySelector("#same"), out, left);
  return panel;
}

// The players out in order, from the panels of results, which name all.
function outsOf(tables, out, left) {
  const places = placesOf(out);
  const found = out.flatMap((group) => {
    const place = Object.assign(document.createElement("span"), { className: "place", textContent: places.get(group[0]) });
    const together = Object.assign(document.createElement("span"), { className: "together" });
    together.append(...group.map((player) => keyOf(tables, player)));
    return [place, together];
  });
  return left.length ? [...found, Object.assign(document.createElement("i"), { className: "out" })] : found;
}

const keyOf = (tables, player) => {
  const panels = Object.values(tables.results).map(({ panel }) => panel);
  const named = panels.find((html) => html.includes(`id="off-${player}"`));
  return parse(named).querySelector(`#off-${player}`);
};

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

function fillHandRow(row, tables, out) {
  const { lost, mark } = resultOf(tables, out) ?? {};
  const places = placesOf(out);
  tables.columns.forEach((player, column) => {
    const box = row.cells[column + 1].querySelector(".box");
    if (!box) return;
    const told = document.createElement(places.has(player) ? "i" : "small");
    told.textContent = places.get(player) ?? (player === lost ? mark : "");
    box.replaceChildren(told);
  });
}

const drawHandRow = (tables, { entry }) => drawWaitingRow((row) => fillHandRow(row, tables, entry.out));

function drawHand(tables, { data, draft }) {
  const out = outOf(data);
  showPanel(handPanelFor(tables, out));
  setMove(resultOf(tables, out) ? { out } : null, draft);
  const pencil = document.querySelector("tr.pencil");
  if (pencil) fillHandRow(pencil, tables, out);
}

// A hand does not name its dealer, so the next one waits for the server.
const nextHand = () => null;

// The sheet has lines that the page of this one had not.
const isHandInSheet = (_hand, { fields }) => Number(document.querySelector("#write [name=seen]").value) > Number(Object.fromEntries(fields).seen);

export const hands = {
  afterPress: afterHandPress,
  drawDraft: drawHand,
  drawLine: drawHandRow,
  isInSheet: isHandInSheet,
  next: nextHand,
};
