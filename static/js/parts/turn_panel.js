// Draws a turn of Generals and Majors on the phone: the server's panel for its question, with the cards of the turn,
// what they cancel and the lead after it; both sides are drawn by `turn_sides.js`.
import { parse, setMove, showPanel } from "./panel_swap.js";
import { afterTurnPress, armiesOf, cancelling, isGrace, laidIn, mayLay, turnMoveOf, otherOf, purseOf, questionsOf, rankOf, seenIn, shortageOf, sidesAfter, standingOf } from "./turn_entry.js";
import { drawSides, leadText } from "./turn_sides.js";

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

// The turn with what follows from it.
function turnOf(tables, round) {
  const { entry } = round.data;
  const move = turnMoveOf(tables, round, entry);
  const standing = standingOf(tables, sidesAfter(tables, round, move));
  const isOver = isGrace(tables, standing, round.player);
  const isComplete = !cancelling(tables, round, entry).able.length;
  return { entry, move, standing, isOver, isComplete, laid: laidIn(entry), questions: questionsOf(tables, round, entry) };
}

// --- the cards to lay ---

function layPanel(tables, round, turn) {
  const { entry, laid } = turn;
  const first = parse(tables.panels.lay).firstElementChild;
  const panel = laid.length ? parse(tables.panels.laid).firstElementChild : first;
  const purse = purseOf(tables, round, entry);
  if (laid.length) {
    fillTray(panel, tables, laid);
    panel.querySelectorAll("#who .pay").forEach((pay, place) => { pay.lastChild.textContent = ` ${purse.reach[place]}`; });
    const title = panel.querySelector("#who .vh");
    title.textContent = title.textContent.replace(first.querySelector("#who").textContent, () => tables.texts.title[round.player]);
  } else panel.querySelector("#who > span").textContent = tables.texts.title[round.player];
  const seen = seenIn(round, entry);
  for (const card of Object.keys(tables.html)) {
    const key = first === panel ? panel.querySelector(`[id="card-${card}"]`) : first.querySelector(`[id="card-${card}"]`);
    panel.querySelector(`[id="card-${card}"]`).replaceWith(cardKey(tables, key, card, stateOf(tables, round, turn, { card, purse, seen })));
  }
  const suit = laid.at(-1)?.slice(-1);
  for (const radio of panel.querySelectorAll(".suits input")) radio.toggleAttribute("checked", radio.value === suit);
  fillLast(panel, tables, turn);
  return panel;
}

function stateOf(tables, round, { entry }, { card, purse, seen }) {
  if (seen.includes(card)) return "shown";
  if (!mayLay(tables, round, entry)) return "off";
  if (!(card in tables.costs)) return entry.commander ? "off" : "open";
  return shortageOf(tables, purse, card) ? "short" : "open";
}

function cardKey(tables, key, card, state) {
  if (state === "shown") {
    const shown = Object.assign(document.createElement("a"), { className: "key shown", id: key.id });
    shown.setAttribute("aria-label", tables.spoken[card]);
    shown.append(Object.assign(document.createElement("s"), { textContent: key.textContent }));
    return shown;
  }
  const drawn = key.cloneNode(true);
  drawn.className = state === "short" ? "key short" : "key";
  if (state === "off") {
    drawn.setAttribute("aria-disabled", "true");
    drawn.setAttribute("aria-label", fill(tables.texts.refused, { card: tables.spoken[card] }));
  }
  return drawn;
}

// The key beside the cards: it writes the turn, or leads to its review.
function fillLast(panel, tables, turn) {
  if (!turn.laid.length) return;
  const writes = turn.isComplete && !turn.isOver;
  const review = parse(tables.panels.lay).querySelector(".last");
  for (const key of panel.querySelectorAll(".last")) {
    if (writes) key.setAttribute("aria-label", writeLabel(tables, turn));
    else key.replaceWith(Object.assign(review.cloneNode(), { id: key.id, textContent: tables.texts.done }));
  }
}

function fillTray(panel, tables, laid) {
  const tray = panel.querySelector(".laid-cards");
  const [sample] = tray.children;
  const [name, text] = [tables.spoken[sample.value.slice(4)], sample.querySelector(".vh").textContent];
  tray.replaceChildren(...laid.map((card) => {
    const key = sample.cloneNode(true);
    key.id = key.value = `off-${card}`;
    key.querySelector(":scope > .vh").textContent = text.replace(name, () => tables.spoken[card]);
    key.querySelector(":scope > [aria-hidden]").innerHTML = tables.html[card];
    return key;
  }));
}

// --- what they cancel ---

const setText = ({ texts, written }, { theirs }) => (theirs.length === 1 ? fill(texts.army, { card: written[theirs[0]] }) : theirs.map(rankOf).join(" + "));

function questionTitle(tables, { army, sets, chosen }) {
  const card = tables.written[army];
  const isSettled = chosen >= 0 && sets.length === 1;
  return isSettled ? fill(tables.texts.cancels, { card, armies: setText(tables, sets[0]) }) : fill(tables.texts.asks, { card });
}

function closeTitle(tables, { entry, isComplete, questions }) {
  const { quiet, several } = tables.texts;
  if (questions.length === 1) return questionTitle(tables, questions[0]);
  if (questions.length) return several[isComplete ? 0 : 1];
  return quiet[armiesOf(entry).length ? 1 : 0];
}

function setKeys(tables, sample, { army, sets, chosen }) {
  return sets.map((each, place) => {
    const key = sample.cloneNode(true);
    key.id = key.value = `take-${army}-${each.theirs.join(".")}`;
    key.querySelector(".set").innerHTML = each.theirs.map((card) => tables.html[card]).join("");
    key.lastElementChild.textContent = setText(tables, each);
    if (place === chosen) key.setAttribute("aria-pressed", "true");
    return key;
  });
}

function closePanel(tables, round, turn) {
  const { entry, isComplete, laid, questions } = turn;
  const { panels, texts } = tables;
  const panel = parse(laid.length ? (isComplete ? panels.chosen : panels.asked) : panels.nothing).firstElementChild;
  const asks = panel.querySelector(".asks");
  const sample = parse(panels.asked).querySelector(".asks .key");
  asks.className = "asks";
  asks.replaceChildren(...questions.flatMap((question) => {
    const title = Object.assign(document.createElement("h3"), { textContent: questionTitle(tables, question) });
    return [...(questions.length > 1 ? [title] : []), ...setKeys(tables, sample, question)];
  }));
  if (laid.length) fillTray(panel, tables, laid);
  const [who] = panel.querySelectorAll("#who > span");
  who.replaceChildren(laid.length ? closeTitle(tables, turn) : texts.nothing[round.player]);
  if (questions.length === 1) who.append(" ", Object.assign(document.createElement("small"), { textContent: fill(texts.turned, { card: tables.written[questions[0].army] }) }));
  const lay = panel.querySelector("#look-lay");
  if (laid.length && !questions.length) lay.textContent = parse(panels.nothing).querySelector("#look-lay").textContent;
  if (!mayLay(tables, round, entry)) lay.setAttribute("aria-disabled", "true");
  fillWrite(panel.querySelector(".go[form=write] > span"), tables, round, turn);
  return panel;
}

// --- the key that writes ---

const writeLabel = (tables, { standing }) => fill(tables.texts.writes, { lead: leadText(tables, standing) });

function fillWrite(label, tables, round, turn) {
  if (!label) return;
  const { texts } = tables;
  const below = turn.isOver ? texts.grace[otherOf(tables, round.player)] : turn.laid.length ? "" : leadText(tables, turn.standing);
  label.textContent = turn.laid.length ? writeLabel(tables, turn) : texts.writesNothing[round.player];
  if (below) label.append(" ", Object.assign(document.createElement("small"), { textContent: below }));
}

// --- drawing ---

function panelForTurn(tables, round, turn) {
  const goesOn = turn.laid.length && !turn.questions.length && !turn.isOver;
  const isLaying = goesOn || round.data.stage !== "close";
  const panel = isLaying && mayLay(tables, round, turn.entry) ? layPanel(tables, round, turn) : closePanel(tables, round, turn);
  if (!turn.laid.length) panel.querySelector("#who").prepend(...parse(tables.counters[round.player]).childNodes);
  return panel;
}

function drawTurn(tables, round) {
  const turn = turnOf(tables, round);
  showPanel(panelForTurn(tables, round, turn));
  const isWritten = document.querySelector("#pad .go[form=write]");
  setMove(isWritten ? turn.move : null, round.draft);
  drawSides(tables, round, turn);
}

// A waiting turn: its cards are on the table.
function drawWaitingTurn(tables, { entry: { player, ...entry }, ...round }) {
  drawSides(tables, { ...round, player, data: { entry } }, turnOf(tables, { ...round, player, data: { entry } }));
}

// The turn after a written one, null where only the server can continue.
function nextTurn(tables, { number, player, sides, stock }, move) {
  const after = sidesAfter(tables, { player, sides }, move);
  if (isGrace(tables, standingOf(tables, after), player) || stock <= 2) return null;
  return { number: number + 1, player: otherOf(tables, player), sides: after, stock: stock - 1, draft: 0, data: { entry: {}, stage: "lay" } };
}

// What a waiting turn brings that only the server continues: a turn of grace, or the last card of the stock.
function endTurn(tables, { entry: move, player, sides }) {
  const after = sidesAfter(tables, { player, sides }, move);
  const next = otherOf(tables, player);
  const standing = standingOf(tables, after);
  drawSides(tables, { player: next, sides: after, data: { entry: {} } }, { move: {}, standing });
  const { graced, title } = tables.texts;
  return { text: (isGrace(tables, standing, player) ? graced : title)[next], counter: tables.counters[next] };
}

// After a turn the other player is next.
const isTurnInSheet = ({ player }, _line, move) => move.player !== player;

// Why the phone refuses a card, "" for other keys.
function refusalOf(tables, round, press) {
  const card = press.replace("card-", "");
  const missing = card in tables.costs && shortageOf(tables, purseOf(tables, round, round.data.entry), card);
  if (!missing || seenIn(round, round.data.entry).includes(card)) return "";
  const [one, more] = tables.texts.short[missing.colours.join(".")];
  return fill(missing.missing === 1 ? one : more, { card: tables.written[card] }).replace(tables.number, missing.missing);
}

export const turns = {
  afterPress: afterTurnPress,
  drawDraft: drawTurn,
  drawLine: drawWaitingTurn,
  end: endTurn,
  isInSheet: isTurnInSheet,
  // with signal the server answers each key, also with what the phone does not know
  isLeftToServer: true,
  next: nextTurn,
  refusal: refusalOf,
  undo: ({ number, texts }, round) => texts.undo[round.player].replace(number, round.number),
};
