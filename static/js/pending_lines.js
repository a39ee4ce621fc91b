// Draws the pending lines of this phone: a mark in the cell, a notice in the entry panel, and the pad of the next
// player. It draws over the last sheet from the server. Loaded after the page, together with what can wait: wake lock,
// sharing, local times and the notice of a new release.
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

// milliseconds to wait for the table of points before drawing without it
const LATE = 3000;
// keys of the pending lines that passed the turn on in the visible sheet
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

// The table of points arrived after pending lines were drawn: pass the turn on now.
const drawLate = () => drawing.over && drawAgain();

// A redrawn sheet has its original key, which a line may have used: one that is visible, was refused, or was undone
// and is not visible any more. The next tap is another line.
function renewKey() {
  const key = document.querySelector("form#write [name=key]");
  if (key) key.value = crypto.randomUUID();
}

function drawLine(line) {
  mark(line);
  if (line.why) return;
  drawing.over = true;
  // close the boxes of a pending turn there, too, except for a player who writes out of turn
  if (drawing.beyond && !page.question().has("as")) closeColumn();
  if (drawing.beyond || drawn.has(line.key)) return;
  drawn.add(line.key);
  closeKeys();
  // a correction does not change the turn
  if (rights(line)) stayOn();
  else if (!line.stands || !cellOf(line)) passOn(line.shown.player);
}

// In card games the draft is saved: it is neither saved again over pending lines nor continued until the sheet is
// fresh.
function closeKeys() {
  if (!document.querySelector(".panel.cards")) return;
  for (const key of document.querySelectorAll("#table :is([form=write], [name=press])")) key.disabled = true;
}

function lookBeyond() {
  drawing.beyond = beyondPad(page.question());
}

// The pad is back, and pending lines pass the turn on.
function leaveBeyond() {
  if (!drawing.beyond) return;
  drawing.beyond = false;
  stayOn();
  lines().forEach(drawLine);
}

const rights = ({ url }) => url.endsWith("/put-right/");

// A line may have arrived without its response: its cell shows it. Where no cell does, the attempt may still have
// counted.
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

// when the question about discarding a line was asked
let askedAt = 0;

document.addEventListener("click", async (event) => {
  const tapped = event.target.closest("[data-line]");
  const line = lines().find(({ key }) => key === tapped?.dataset.line);
  if (!line) return;
  const held = event.defaultPrevented;
  event.preventDefault();
  event.stopPropagation();
  const { do: act } = tapped.dataset;
  // a second tap meant for what was there before (`double_tap_guard.js`), or for the question
  if (held || (act === "yes" && !isRead(event, askedAt))) return;
  line.unwanted = act === "discard";
  if (act === "retry") {
    await page.retryLine(line, document.querySelector("#table").dataset.whose);
    // lines that had arrived before are no news to the sheet
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

// Put a refusal back into the pad, unless the pad is in use (a response is pending, something else is open) or
// missing: only the host may write now, or the game is over.
async function bringBackToPad(line, answer) {
  const used = drawing.beyond || page.asking() || laidHere();
  if (used || !window.htmx || !answer.text.includes('id="pad"')) return;
  line.inPad = true;
  await swap({ text: answer.text, method: "POST", action: line.url, status: answer.status });
  keepInPad(line, changed);
}

// Show the refusal of a line the user waited for: in the pad, unless there is none or others are listed already.
function layRefused(line) {
  if (lines().length || !document.querySelector("#pad")) line.inPad = false;
  else queueMicrotask(() => keepInPad(line, changed));
}

function changed() {
  // show a refusal at once
  if (lines().length && !isSaid()) {
    lines().forEach(mark);
    say();
  }
  if (drawing.over && !waiting().length) settle();
}

// Another tab or a retry added or finished lines: get the sheet, then draw pending lines over it. The former sheet is
// no basis to draw on: it lacks what has arrived.
async function elsewhere() {
  await page.look();
  if (page.isBehind()) changed();
  else await drawAgain();
}

// Nothing is pending any more: show the sheet without marks as soon as possible.
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

// Answer a question on the phone where the network does not answer.
function padHere(action) {
  const { search, searchParams: query } = new URL(action, location.href);
  if (!canAnswer(query)) return false;
  page.askedHere(search);
  leaveBeyond();
  answerHere(query);
  sayOver(query.get("dice"));
  // a box tapped without a response, and the dice entered before something else was opened
  page.pressHeld();
  page.bringBack();
  return true;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-pad]");
  if (key && padHere(`?${key.dataset.pad}`)) goOnReading();
});

// The same with the dice entered by now.
function padNow(action) {
  const { searchParams } = new URL(action, location.href);
  if (page.pad()) searchParams.set("dice", page.pad().elements.dice.value);
  return padHere(`?${searchParams}`);
}

// A line is handed to the outbox: the pad belongs to the next line, with what was entered for it meanwhile.
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
    // draw pending lines without the table of points where there is no response
    await Promise.race([fetchPoints(drawLate).catch(() => {}), new Promise((late) => setTimeout(late, LATE))]);
    lookBeyond();
    answerUnheard(padNow);
    keepLying(padHere);
    return { bringBackToPad, changed, drawAll, elsewhere, layRefused, leave, padHere };
  },
}));
