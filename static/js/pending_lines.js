// What waits on this phone, on the sheet: a mark in its cell, a word in the felt, and the pad of whoever writes next.
// It is drawn over whatever sheet the server sent last. Fetched when the page is there, and lent what the page can do; with
// it comes what else has time: the light, sharing a result, the times of lines, a newer release.
import "./parts/wake_lock.js";
import "./parts/htmx_retry.js";
import "./parts/new_release.js";
import "./parts/share_result.js";
import "./parts/local_time.js";
import { answerUnheard } from "./parts/request_timeout.js";
import { drawing, lines, waiting } from "./parts/pending_state.js";
import { answerHere, canAnswer, closeColumn, fetchPoints, passOn, rememberPad, stayOn } from "./parts/offline_pad.js";
import { page } from "./parts/page_bridge.js";
import { beyondPad, boxRows, head, word } from "./parts/sheet_dom.js";
import { goOnReading } from "./parts/keep_focus.js";
import { keepLying } from "./parts/keep_dice.js";
import { keepInPad, laidHere } from "./parts/refused_entry.js";
import { isSaid, say, sayOver } from "./parts/pending_notice.js";
import { isRead } from "./parts/confirm_guard.js";

// how long what waits is not drawn for want of the points
const LATE = 3000;
// the keys of those that have passed the turn on in the sheet that is seen
const drawn = new Set();

function drawAll() {
  drawing.over = false;
  drawn.clear();
  lookBeyond();
  renewKey();
  fetchPoints(drawLate).catch(() => {});
  rememberPad();
  for (const line of lines()) {
    line.stands = standsAlready(line);
    drawLine(line);
  }
  say();
}

// The points have come after what waits was drawn: it passes the turn on now.
const drawLate = () => drawing.over && drawAgain();

// A sheet that is drawn again has the key that it came with, which a line may have used up: one that is seen, was refused,
// or is taken back and not seen any more. What is tapped next is another line.
function renewKey() {
  const key = document.querySelector("form#write [name=key]");
  if (key) key.value = crypto.randomUUID();
}

function drawLine(line) {
  mark(line);
  if (line.why) return;
  drawing.over = true;
  // the boxes of a turn that waits are closed there, too, but for those of whoever writes out of turn
  if (drawing.beyond && !page.question().has("as")) closeColumn();
  if (drawing.beyond || drawn.has(line.key)) return;
  drawn.add(line.key);
  closeKeys();
  // a correction changes nobody's turn
  if (rights(line)) stayOn();
  else if (!line.stands || !cellOf(line)) passOn(line.shown.player);
}

// In a game of cards what is begun was written: it is not written again over what waits, nor gone on with, until the sheet is
// fresh.
function closeKeys() {
  if (!document.querySelector(".panel.cards")) return;
  for (const key of document.querySelectorAll("#table :is([form=write], [name=press])")) key.disabled = true;
}

function lookBeyond() {
  drawing.beyond = beyondPad(page.question());
}

// The pad is there again, and what waits passes the turn on.
function leaveBeyond() {
  if (!drawing.beyond) return;
  drawing.beyond = false;
  stayOn();
  lines().forEach(drawLine);
}

const rights = ({ url }) => url.endsWith("/put-right/");

// A line may have arrived without our having heard of it: its cell tells. Where none does, what was tried may stand.
function standsAlready(line) {
  const cell = cellOf(line);
  return cell && !rights(line) ? Boolean(cell.querySelector("a:not([data-line])")) : Boolean(line.tried);
}

function cellOf({ shown: { player, row } }) {
  const column = player && head(player);
  return column && boxRows()[row]?.cells[column.cellIndex];
}

function mark(line) {
  const { points } = line.shown;
  const cell = cellOf(line);
  if (!cell) return;
  if (!cell.querySelector("a")) {
    const link = document.createElement("a");
    link.href = "#live";
    link.dataset.line = line.key;
    if (points === "0") link.append(Object.assign(document.createElement("i"), { className: "x" }));
    else link.textContent = points;
    cell.replaceChildren(link);
  }
  cell.querySelector("[data-line]")?.setAttribute("aria-label", word(line.why ? "refused" : "waits", line.shown.text));
  cell.classList.toggle("wait", !line.why);
  cell.classList.toggle("no", Boolean(line.why));
}

// when it was asked whether a line is to be discarded
let askedAt = 0;

document.addEventListener("click", async (event) => {
  const tapped = event.target.closest("[data-line]");
  const line = lines().find(({ key }) => key === tapped?.dataset.line);
  if (!line) return;
  const held = event.defaultPrevented;
  event.preventDefault();
  event.stopPropagation();
  const { do: act } = tapped.dataset;
  // a second tap that was meant for what lay there before (`double_tap_guard.js`), or for the question
  if (held || (act === "yes" && !isRead(event, askedAt))) return;
  line.unwanted = act === "discard";
  if (act === "retry") {
    await page.retryLine(line, document.querySelector("#table").dataset.whose);
    // what had arrived before is no news to the sheet
    if (document.querySelector("#note [data-line]")) await elsewhere();
  } else if (line.unwanted) {
    askedAt = performance.now();
    Object.assign(tapped, { textContent: word("yes") }).dataset.do = "yes";
  } else if (act) {
    await page.dropLine(line);
    await drawAgain();
    page.drain();
  }
}, true);

// A refusal goes back into the pad, unless that is in use (an answer is on its way, something else is looked at), or there is
// none: only the host may write now, say, or the game is over.
async function bringBackToPad(line, answer) {
  const used = drawing.beyond || page.asking() || laidHere();
  if (used || !window.htmx || !answer.text.includes('id="pad"')) return;
  line.inPad = true;
  await swap({ text: answer.text, method: "POST", action: line.url, status: answer.status });
  keepInPad(line, changed);
}

// The refusal of a line that was waited for is shown: it lies in the pad, unless there is none, or others are listed already.
function layRefused(line) {
  if (lines().length || !document.querySelector("#pad")) line.inPad = false;
  else queueMicrotask(() => keepInPad(line, changed));
}

function changed() {
  // what is refused is told at once
  if (lines().length && !isSaid()) {
    lines().forEach(mark);
    say();
  }
  if (drawing.over && !waiting().length) settle();
}

// Another window, or a second try, has added lines or done with some: the sheet as it is, with what waits now over it. Where it
// could not be shown, that of before is no sheet to draw over: it lacks what has arrived.
async function elsewhere() {
  await page.look();
  if (page.isBehind()) changed();
  else await drawAgain();
}

// Nothing waits any more: the sheet as it is, without the marks, as soon as it can be shown.
async function settle() {
  const reached = await page.look();
  if (!drawing.over || waiting().length) return;
  if (reached && !page.isBehind()) await drawAgain();
  else setTimeout(changed, 2000);
}

const drawAgain = () => swap({ text: page.sheet(), method: "GET", action: page.here, status: 200, again: true });

function swap({ text, method, action, status, again }) {
  return window.htmx?.swap({
    live: Boolean(again),
    again,
    sourceElement: document.body,
    target: "#table",
    swap: "outerMorph show:none",
    text,
    request: { method, action },
    response: { status, headers: new Headers() },
  });
}

// A question that the network does not answer is answered here, where that can be.
function padHere(action) {
  const { search, searchParams: query } = new URL(action, location.href);
  if (!canAnswer(query)) return false;
  page.askedHere(search);
  leaveBeyond();
  answerHere(query);
  sayOver(query.get("dice"));
  // a box that was tapped while nobody answered, and dice that lay there before something else was looked at
  page.pressHeld();
  page.bringBack();
  return true;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-pad]");
  if (key && padHere(`?${key.dataset.pad}`)) goOnReading();
});

// The same with the dice that lie there by now.
function padNow(action) {
  const { searchParams } = new URL(action, location.href);
  if (page.pad()) searchParams.set("dice", page.pad().elements.dice.value);
  return padHere(`?${searchParams}`);
}

// A line is left to itself: the pad is the next one's, and what was laid there meanwhile.
function leave(line) {
  page.askedHere("");
  document.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
  page.keepNext();
  renewKey();
  leaveBeyond();
  drawLine(line);
  say();
  goOnReading();
  page.goOn();
}

document.dispatchEvent(new CustomEvent("offline:ready", {
  detail: async (lent) => {
    Object.assign(page, lent);
    rememberPad();
    // where nobody answers, what waits is drawn without them
    await Promise.race([fetchPoints(drawLate).catch(() => {}), new Promise((late) => setTimeout(late, LATE))]);
    lookBeyond();
    answerUnheard(padNow);
    keepLying(padHere);
    return { bringBackToPad, changed, drawAll, elsewhere, layRefused, leave, padHere };
  },
}));
