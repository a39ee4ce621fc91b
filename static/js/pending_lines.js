// Draws the pending lines of this phone: a mark in the cell, a notice in the entry panel, and the pad of the next
// player. It draws over the last sheet from the server. Loaded after the page, together with what can wait: wake lock,
// sharing, local times, the back button, held faces, arrow keys, how forms are submitted, the field of a note, and the
// notice of a new release.
import "./parts/wake_lock.js";
import "./parts/hold_face.js";
import "./parts/arrow_keys.js";
import "./parts/htmx_retry.js";
import "./parts/new_release.js";
import "./parts/share_loader.js";
import "./parts/local_time.js";
import "./parts/form_submit.js";
import "./parts/note_field.js";
import "./parts/swap_tasks.js";
import { dropQuestion, setPhoneAnswer } from "./parts/request_timeout.js";
import { drawing, lines, page, pending } from "./parts/pending_state.js";
import { answerQuery, canAnswer, closeColumn, loadScores, openNextColumn, reopenColumn, storePad } from "./parts/offline_pad.js";
import { cellOf, countLine, drawSending, markCell } from "./parts/pending_cell.js";
import { isOtherPanel, textFor } from "./parts/sheet_dom.js";
import { focusNotice } from "./parts/notice_focus.js";
import { restoreDiceAfterSwap } from "./parts/restore_dice.js";
import { padInput, watchRefused } from "./parts/refused_entry.js";
import { isShown, showAbovePad, showNotice, showTakenBack } from "./parts/pending_notice.js";
import { cardLineText } from "./parts/card_line_text.js";
import { isDeliberate } from "./parts/confirm_guard.js";
import { updateHistory } from "./parts/back_button.js";

// milliseconds to wait for the table of points before drawing without it
const SCORES_PATIENCE = 3000;
// keys of the pending lines that passed the turn on in the visible sheet
const drawn = new Set();

function drawAll() {
  drawing.isDrawn = false;
  drawn.clear();
  detectOtherPanel();
  renewKey();
  loadScores(drawLate).catch(() => {});
  storePad();
  for (const line of lines()) {
    line.inSheet = isInSheet(line);
    drawLine(line);
  }
  showNotice();
}

// The table of points arrived after pending lines were drawn: pass the turn on now.
const drawLate = () => drawing.isDrawn && redraw();

// A redrawn sheet has its original key, which a line may have used: one that is visible, was refused, or was undone
// and is not visible any more. The next tap is another line.
function renewKey() {
  const key = document.querySelector("form#write [name=key]");
  if (key) key.value = crypto.randomUUID();
}

function drawLine(line) {
  markCell(line);
  if (line.why) return;
  countLine(line);
  drawing.isDrawn = true;
  // close the boxes of a pending turn there, too, except for a player who writes out of turn
  if (drawing.otherPanel && !page.panelQuery().has("as")) closeColumn();
  if (drawing.otherPanel || drawn.has(line.key)) return;
  drawn.add(line.key);
  if (!drawCards()) disableDraftKeys();
  // a correction does not change the turn
  if (isCorrection(line)) reopenColumn();
  else if (!line.inSheet || !cellOf(line)) openNextColumn(line.shown.player);
}

// Draw a card game's waiting lines and its next panel, where the phone has its tables (`round_offline.js`). Return
// whether it could.
const drawCards = () => !document.dispatchEvent(new CustomEvent("cards:draw", { cancelable: true, detail: pending }));

// The tables arrived after pending lines were drawn.
document.addEventListener("cards:ready", () => drawing.isDrawn && redraw());

// In other card games the draft is saved: it is neither saved again over pending lines nor continued until the sheet is
// fresh.
function disableDraftKeys() {
  if (!document.querySelector(".panel.cards")) return;
  for (const key of document.querySelectorAll("#table :is([form=write], [name=press])")) key.disabled = true;
}

function detectOtherPanel() {
  drawing.otherPanel = isOtherPanel(page.panelQuery());
}

// The pad is back, and pending lines pass the turn on.
function leaveOtherPanel() {
  if (!drawing.otherPanel) return;
  drawing.otherPanel = false;
  reopenColumn();
  lines().forEach(drawLine);
}

const isCorrection = ({ url }) => /\/(correct|put-right)\/$/.test(url);

// A line may have arrived without its response: its cell shows it. Where no cell does, the attempt may still have
// counted.
function isInSheet(line) {
  const cell = cellOf(line);
  return cell && !isCorrection(line) ? Boolean(cell.querySelector("a:not([data-line])")) : Boolean(line.tried);
}

// when the question about discarding a line was asked
let askedAt = 0;

document.addEventListener("click", async (event) => {
  const tapped = event.target.closest("[data-line]");
  const line = lines().find(({ key }) => key === tapped?.dataset.line);
  // the cell of a line on its way leads nowhere
  if (!line) return tapped && event.preventDefault();
  const isHeld = event.defaultPrevented;
  event.preventDefault();
  event.stopPropagation();
  const { do: act } = tapped.dataset;
  // a second tap meant for what was there before (`double_tap_guard.js`), or for the question
  if (isHeld || (act === "yes" && !isDeliberate(event, askedAt))) return;
  line.discardAsked = act === "discard";
  if (act === "retry") {
    await page.retryLine(line, document.querySelector("#table").dataset.author);
    // lines that had arrived before are no news to the sheet
    if (document.querySelector("#note [data-line]")) await onOtherTab();
  } else if (line.discardAsked) {
    askedAt = performance.now();
    Object.assign(tapped, { textContent: textFor("yes") }).dataset.do = "yes";
  } else if (act) {
    await page.discardLine(line);
    await redraw();
    page.sendPending();
    if (act === "back") showTakenBack(line);
    // it waited because there was no signal: without it nothing else tells whether there is one now
    if (!lines().length) page.reconnect();
  }
}, true);

// Put a refusal back into the pad, unless the pad is in use (a response is pending, something else is open) or
// missing: only the host may write now, or the game is over.
async function returnToPad(line, answer) {
  const isInUse = drawing.otherPanel || page.isBusy() || padInput();
  if (isInUse || !window.htmx || !answer.text.includes('id="pad"')) return;
  line.inPad = true;
  await swap({ text: answer.text, method: "POST", action: line.url, status: answer.status });
  watchRefused(line, onChange);
}

// Show the refusal of a line the user waited for: in the pad, unless there is none or others are listed already.
function showRefused(line) {
  if (lines().length || !document.querySelector("#pad")) line.inPad = false;
  else queueMicrotask(() => watchRefused(line, onChange));
}

function onChange() {
  // show a refusal at once
  if (lines().length && !isShown()) {
    lines().forEach(markCell);
    showNotice();
  }
  if (drawing.isDrawn && !pending().length) redrawClean();
}

// Another tab or a retry added or finished lines: get the sheet, then draw pending lines over it. The former sheet is
// no basis to draw on: it lacks what has arrived.
async function onOtherTab() {
  await page.refresh();
  if (page.isStale()) onChange();
  else await redraw();
}

// Nothing is pending any more: show the sheet without marks as soon as possible.
async function redrawClean() {
  const reached = await page.refresh();
  if (!drawing.isDrawn || pending().length) return;
  if (reached && !page.isStale()) await redraw();
  else setTimeout(onChange, 2000);
}

const redraw = () => swap({ text: page.sheet(), method: "GET", action: page.here, status: 200, again: true });

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
function answerOnPhone(action) {
  const { search, searchParams: query } = new URL(action, location.href);
  if (!canAnswer(query)) return false;
  page.setPanelQuery(search);
  leaveOtherPanel();
  answerQuery(query);
  showAbovePad(query.get("dice"));
  // the dice entered before something else was opened, and a box tapped without a response
  page.restoreDice();
  page.tapHeldBox();
  updateHistory();
  return true;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-pad]");
  if (!key) return;
  dropQuestion();
  if (answerOnPhone(`?${key.dataset.pad}`)) focusNotice();
});

// The same with the dice entered by now.
function answerWithDice(action) {
  const { searchParams } = new URL(action, location.href);
  if (page.pad()) searchParams.set("dice", page.pad().elements.dice.value);
  return answerOnPhone(`?${searchParams}`);
}

// A line is handed to the outbox: the pad belongs to the next line, with what was entered for it meanwhile.
function onHandedOver(line) {
  page.setPanelQuery("");
  delete document.querySelector("#table").dataset.depth;
  document.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
  page.storeNext();
  renewKey();
  leaveOtherPanel();
  drawLine(line);
  showNotice();
  focusNotice();
  page.enterNext();
  updateHistory();
}

document.dispatchEvent(new CustomEvent("offline:ready", {
  detail: async (functions) => {
    Object.assign(page, functions);
    storePad();
    // draw pending lines without the table of points where there is no response
    await Promise.race([loadScores(drawLate).catch(() => {}), new Promise((late) => setTimeout(late, SCORES_PATIENCE))]);
    detectOtherPanel();
    setPhoneAnswer(answerWithDice);
    restoreDiceAfterSwap(answerOnPhone);
    return { returnToPad, onChange, drawAll, drawSending, onOtherTab, showRefused, onHandedOver, answerOnPhone, cardLineText };
  },
}));
