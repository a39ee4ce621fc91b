// The page that stands for any other while there is no signal: what waits on this phone, sent as soon as it can be.
import "./parts/bfcache.js";
import { drain, dropLine, linesOf, retryLine, showLines, stateOf } from "./parts/outbox.js";
import { nameOf, reason } from "./parts/refusal_text.js";
import { request } from "./parts/fetch_retry.js";
import { tell } from "./parts/connection_status.js";
import { isRead } from "./parts/confirm_guard.js";

const list = document.querySelector("#lines");
const { shell } = document.querySelector("main").dataset;
const form = document.querySelector("template#line");
// what is asked for is this very page
const atHome = location.pathname === shell;
let reached = false;
let drawn = null;

// What is as it was drawn stays: somebody may be about to tap it.
function changed() {
  const now = `${stateOf()} ${reached}`;
  if (now === drawn) return;
  drawn = now;
  const lines = linesOf();
  list.replaceChildren(...lines.map(drawLine));
  document.querySelector("#none").hidden = lines.length > 0;
  document.querySelector("#away").hidden = reached;
  document.querySelector("#reached").hidden = !reached || lines.every(({ why }) => why);
  document.querySelector("#look").hidden = reached;
  document.querySelector("#home").hidden = !reached;
}

function drawLine(line) {
  const item = form.content.cloneNode(true);
  const [table, you] = item.querySelectorAll("a");
  table.href = line.table;
  table.querySelector("b").textContent = nameOf(line);
  const says = item.querySelector("small");
  says.hidden = !line.why;
  says.textContent = line.why ? reason(line.why) : "";
  you.hidden = line.why !== "401";
  const [retry, discard] = item.querySelectorAll("button");
  retry.hidden = !line.why;
  // this page knows nobody's mark: what was another's is whoever's who taps
  retry.addEventListener("click", () => retryLine(line, line.why === "401" ? "" : line.whose));
  discard.addEventListener("click", (event) => {
    const { sure, yes } = discard.dataset;
    if (!sure) Object.assign(discard, { textContent: yes }).dataset.sure = performance.now();
    else if (isRead(event, sure)) dropLine(line);
  });
  return item;
}

// The page that was asked for comes back with the signal.
async function comeBack() {
  await drain();
  const there = await isThere();
  // what was refused is told there, over the sheet
  if (there && !atHome) location.reload();
  else say(there);
}

// Whether the server has an answer, if only the way to another page; a proxy has one of its own while there is none.
async function isThere() {
  try {
    const { status, type } = await request(location.href, 15000, { redirect: "manual" });
    return type === "opaqueredirect" || (status > 0 && status < 500);
  } catch {
    return false;
  }
}

function say(there) {
  tell({ live: there });
  if (there === reached) return;
  reached = there;
  changed();
}

tell({ live: false });
showLines({ changed }).then(comeBack);
setInterval(comeBack, 5000);
addEventListener("online", comeBack);
