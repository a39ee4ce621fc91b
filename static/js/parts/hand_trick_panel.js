// Draws the server's panel for the next question of a trick of Générala on the phone.
import { isHandInSheet } from "./hand_panel.js";
import { drawPastTrick, numbered, trickAsItLies } from "./hand_trick_paper.js";
import {
  cardsOf, inTrick, isHandCardOpen, mayLack, nextTrick, openJoker, suitOf, suitToFollow, tookIn, TRICK_PRESSES, trickResult, nextPlayer,
} from "./hand_tricks.js";
import { drawRefused, element, parse, setMove, showPanel } from "./panel_swap.js";
import { drawNeedsServer, drawQuestion, fillPicker, fillText, presser } from "./trick_panel.js";

function trickPanelFor(tables, round) {
  const result = trickResult(tables, round);
  const isTaking = tookIn(round);
  const name = isTaking ? "take" : result ? "over" : inTrick(round).length ? "follow" : "lead";
  const panel = parse(numbered(tables, round, tables[name])).firstElementChild;
  if (isTaking) fillTake(panel, tables, round);
  else if (!result) fillCards(panel, tables, round);
  fillBack(panel, tables, round);
  if (result) fillResult(panel, tables, round, result);
  return panel;
}

function fillCards(panel, tables, round) {
  const { names, suits, texts } = tables;
  const player = nextPlayer(round);
  const suit = suitToFollow(round);
  const question = !inTrick(round).length ? texts.leads : suit ? texts.follows : texts.plays;
  drawQuestion(panel, fillText(question, { player: names[player] }), tables.counters[player]);
  // the cards of the lead's panel are all open
  const picker = parse(tables.lead).querySelector(".picker");
  panel.querySelector(".picker").replaceWith(picker);
  const played = [...round.away, ...cardsOf(inTrick(round))];
  fillPicker(panel, { isOpen: (card) => isHandCardOpen(tables, round, card), played, suit });
  drawRefused(panel.querySelector("#joker"), !openJoker(tables, round));
  const none = panel.querySelector("#none");
  if (!none) return;
  // after a joker that was led nothing is picked up
  if (!suit) return none.remove();
  none.textContent = mayLack(round) ? suits[suit].none : fillText(suits[suit].has, { player: names[player] });
  drawRefused(none, !mayLack(round));
}

function fillTake(panel, tables, round) {
  const { names, suits, texts } = tables;
  const { player, card: taken } = tookIn(round);
  drawQuestion(panel, fillText(texts.picks, { player: names[player] }), tables.counters[player]);
  const plays = inTrick(round).filter(([, card]) => suitOf(card));
  panel.querySelector(".takes").classList.toggle("many", plays.length > 4);
  panel.querySelector(".takes").replaceChildren(...plays.map(([whose, card]) => {
    const key = Object.assign(element("button", "", "key"), { name: "press", value: `take-${card}`, id: `take-${card}` });
    if (card === taken) key.setAttribute("aria-pressed", "true");
    const rank = element("i", tables.ranked[card.slice(0, -1)]);
    rank.setAttribute("aria-hidden", "true");
    const words = element("span");
    words.append(element("b", fillText(texts.whose, { player: names[whose] })), rank);
    key.append(...parse(tables.faces[card]).childNodes, words);
    return key;
  }));
  panel.querySelector("#back").textContent = fillText(suits[suitToFollow(round)].has, { player: names[player] });
}

function fillBack(panel, tables, round) {
  const [player, card] = inTrick(round).at(-1) ?? [];
  const text = panel.querySelector("#back > span");
  if (!card || !text) return;
  const what = fillText(tables.texts.play, { player: tables.names[player], card: tables.written[card] });
  text.textContent = fillText(tables.texts.back, { what });
}

function fillResult(panel, tables, round, { leader }) {
  const last = panel.querySelector(".go");
  if (leader) {
    const go = parse(numbered(tables, round, tables.over)).querySelector(".go");
    go.textContent = numbered(tables, round, tables.labels[leader]);
    return last.replaceWith(go);
  }
  last.remove();
  drawNeedsServer(panel, panel.querySelector("#who > span").textContent.trim());
}

function drawTrick(tables, round) {
  const result = trickResult(tables, round);
  showPanel(trickPanelFor(tables, round));
  const { trick, took } = round.data.entry;
  const move = { trick, ...(took && { took }), ...(result?.out.length && { out: result.out }) };
  setMove(result?.leader ? move : null, round.draft);
  document.querySelector("#pad-sheet .referee").replaceWith(trickAsItLies(tables, round));
}

export const handTricks = {
  afterPress: presser(TRICK_PRESSES),
  drawDraft: drawTrick,
  drawLine: drawPastTrick,
  isInSheet: isHandInSheet,
  next: nextTrick,
  presses: TRICK_PRESSES,
  undo: ({ hand, trick, undo }, round) => undo.replace(hand, round.hand).replace(trick, round.trick),
};
