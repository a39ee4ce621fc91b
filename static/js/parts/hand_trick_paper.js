// Draws tricks of Générala on the phone: the one in play with cards hatched until they are checked, and those that wait.
import { element, parse } from "./panel_swap.js";
import { bestFirst, inTrick, suitToFollow, tookIn, trickResult, nextPlayer, turnOrder, withTrick } from "./hand_tricks.js";
import { fillText, uncheckedSign } from "./trick_panel.js";

export const numbered = (tables, round, html) => html.replaceAll(tables.trick, round.trick);

export function trickAsItLies(tables, round) {
  const { names, suits, texts } = tables;
  const html = numbered(tables, round, tables.lies).replaceAll(tables.hand, round.hand);
  const paper = parse(html.replaceAll("{player}", names[round.leader])).firstElementChild;
  if (inTrick(round).length) {
    const suit = suitToFollow(round);
    const follow = element("p", "", "to-follow");
    follow.append(element("b", suit ? texts.suit : texts.card), ...parse(suit ? suits[suit].html : '<i class="s s-JK"></i>').childNodes);
    paper.querySelector("header").append(follow);
  }
  const found = [...paper.querySelectorAll("li")];
  const order = turnOrder(round);
  const rows = order.map((player) => found[tables.columns.indexOf(player)]);
  paper.querySelector("ol").replaceChildren(...rows);
  rows.forEach((row, place) => fillPlayer(row, tables, round, place));
  return paper;
}

function fillPlayer(row, tables, round, place) {
  const player = turnOrder(round)[place];
  const play = inTrick(round)[place];
  const took = tookIn(round);
  const isTaker = took?.player === player;
  const isNext = !took && player === nextPlayer(round);
  const left = round.counts[player] - (play ? 1 : 0) + (isTaker && took.card ? 1 : 0);
  const [, small, says] = [...row.querySelectorAll(".who b, .who small, .says")];
  small.textContent = small.textContent.replace(tables.count, left);
  if (isNext) row.className = "next";
  if (isNext) row.setAttribute("aria-current", "true");
  if (play) row.querySelector(".who + span").replaceWith(lyingCard(tables, round, place));
  else if (isTaker) row.querySelector(".who + span").replaceWith(element("i", "", "i-picks"));
  else if (took) row.querySelector(".who + span").replaceWith(element("span", "–", "idle"));
  else if (isNext) row.querySelector(".who + span").replaceWith(element("i", "", "lies-next"));
  const { isImportant, text } = play ? remarkOn(tables, round, place) : remarkBefore(tables, round, place);
  says.replaceChildren(isImportant ? element("b", text) : text);
  if (isChecked(round, place) || !(play || isTaker)) return;
  row.classList.add("wait");
  says.append(" ", uncheckedSign());
}

// Whether the server has this card, or what this player picks up.
function isChecked({ checked, data: { entry } }, place) {
  const part = ({ trick = [], took = null }) => JSON.stringify(trick[place] ?? took);
  return part(checked) === part(entry);
}

function lyingCard(tables, round, place) {
  const [player, card] = inTrick(round)[place];
  const key = Object.assign(element("button", "", "lies"), { name: "press", value: `fix-${place}`, id: `fix-${place}` });
  key.setAttribute("form", "pad");
  key.classList.toggle("wins", trickResult(tables, round)?.winner === player);
  key.classList.toggle("away", tookIn(round)?.card === card);
  key.append(...parse(tables.faces[card]).childNodes);
  return key;
}

function remarkOn(tables, round, place) {
  const { texts } = tables;
  const [player] = inTrick(round)[place];
  const result = trickResult(tables, round);
  if (result?.winner === player) return { text: texts.wins, isImportant: true };
  if (result?.out.includes(player)) return { text: texts.out, isImportant: true };
  if (!place) return { text: texts.led };
  const isWinning = !result && bestFirst(tables, inTrick(round))[0][0] === player;
  return { text: isWinning ? texts.winning : "" };
}

function remarkBefore(tables, round, place) {
  const { names, suits, texts } = tables;
  const order = turnOrder(round);
  const player = order[place];
  const took = tookIn(round);
  if (took?.player === player) {
    return { text: fillText(took.card ? texts.took : texts.stops, { player: names[player], card: tables.written[took.card] }) };
  }
  if (took) return { text: texts.idle };
  if (player !== nextPlayer(round)) return { text: fillText(texts.after, { player: names[order[place - 1]] }) };
  if (!place) return { text: round.trick === 1 ? fillText(texts.first, { player: names[player] }) : texts.card, isImportant: true };
  return { text: suits[suitToFollow(round)]?.must ?? texts.any, isImportant: true };
}

// --- tricks that wait ---

// A trick that waits, with those before it.
export function drawPastTrick(tables, round) {
  const drawn = { ...round, data: withTrick(round.entry.trick, round.entry.took) };
  const { winner } = trickResult(tables, drawn);
  const took = round.entry.took;
  const text = document.createElement("a");
  text.append(element("span", round.trick, "n"));
  for (const [player, card] of round.entry.trick) {
    const play = pastPlay(tables, player, tables.html[card]);
    play.classList.toggle("takes", player === winner);
    play.classList.toggle("away", card === took?.card);
    text.append(play, " ");
  }
  if (took) text.append(pastPlay(tables, took.player, '<i class="i-picks"></i>'));
  text.append(uncheckedSign());
  const row = element("li", "", "waiting");
  row.append(text);
  pastTricks().append(row);
}

function pastPlay(tables, player, html) {
  const play = element("span", "", "put");
  play.append(...parse(tables.counters[player]).childNodes, element("span", `${tables.names[player]}: `, "vh"), ...parse(html).childNodes);
  return play;
}

function pastTricks() {
  const found = document.querySelector("#pad-sheet > ol.past");
  if (found) return found;
  const past = element("ol", "", "paper past waiting");
  document.querySelector("#pad-sheet .referee").after(past);
  return past;
}
