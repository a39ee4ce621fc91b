// The offline page, shown in place of any page without a network: pending lines, sent as soon as possible.
import "./parts/bfcache.js";
import { discardLine, openOutbox, retryLine, sendPending } from "./parts/outbox.js";
import { linesState, visibleLines } from "./parts/outbox_lines.js";
import { lineText, refusalText } from "./parts/refusal_text.js";
import { request } from "./parts/fetch_retry.js";
import { setStatus } from "./parts/connection_status.js";
import { isDeliberate } from "./parts/confirm_guard.js";
import { hasStoredKeys } from "./parts/stored_keys.js";

const list = document.querySelector("#lines");
const { shell } = document.querySelector("main").dataset;
const form = document.querySelector("template#line");
// the requested address is this page
const isOwnAddress = location.pathname === shell;
let reached = false;
let drawnState = null;

// An unchanged list is not drawn again: a tap on it may be under way.
function onChange() {
  const now = `${linesState()} ${reached}`;
  if (now === drawnState) return;
  drawnState = now;
  const lines = visibleLines();
  list.replaceChildren(...lines.map(drawLine));
  const hasKeys = hasStoredKeys();
  document.querySelector("#tapped").hidden = !hasKeys;
  document.querySelector("#none").hidden = lines.length > 0 || hasKeys;
  document.querySelector("#away").hidden = reached;
  document.querySelector("#reached").hidden = !reached || lines.every(({ why }) => why);
  document.querySelector("#look").hidden = reached;
  document.querySelector("#home").hidden = !reached;
}

function drawLine(line) {
  const item = form.content.cloneNode(true);
  const [table, you] = item.querySelectorAll("a");
  table.href = line.table;
  table.querySelector("b").textContent = lineText(line);
  const text = item.querySelector("small");
  text.hidden = !line.why;
  text.textContent = line.why ? refusalText(line.why) : "";
  you.hidden = line.why !== "401";
  const [retry, discard] = item.querySelectorAll("button");
  retry.hidden = !line.why;
  // this page has no author token: a tap makes the lines those of the current person
  retry.addEventListener("click", () => retryLine(line, line.why === "401" ? "" : line.author));
  discard.addEventListener("click", (event) => {
    const { sure, yes } = discard.dataset;
    if (!sure) Object.assign(discard, { textContent: yes }).dataset.sure = performance.now();
    else if (isDeliberate(event, sure)) discardLine(line);
  });
  return item;
}

// Load the requested page when the network is back.
async function sendAndReturn() {
  await sendPending();
  const reachable = await isReachable();
  // the table shows refusals above its sheet
  if (reachable && !isOwnAddress) location.reload();
  else showReached(reachable);
}

// Whether the server answers, also with a redirect; a proxy may answer in its place while it is down.
async function isReachable() {
  try {
    const { status, type } = await request(location.href, 15000, { redirect: "manual" });
    return type === "opaqueredirect" || (status > 0 && status < 500);
  } catch {
    return false;
  }
}

function showReached(reachable) {
  setStatus({ live: reachable });
  if (reachable === reached) return;
  reached = reachable;
  onChange();
}

setStatus({ live: false });
openOutbox({ onChange }).then(sendAndReturn);
setInterval(sendAndReturn, 5000);
addEventListener("online", sendAndReturn);
