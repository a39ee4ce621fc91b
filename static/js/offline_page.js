// The offline page, shown in place of any page without a network: pending lines, sent as soon as possible.
import "./parts/bfcache.js";
import { drain, dropLine, linesOf, retryLine, showLines, stateOf } from "./parts/outbox.js";
import { nameOf, reason } from "./parts/refusal_text.js";
import { request } from "./parts/fetch_retry.js";
import { tell } from "./parts/connection_status.js";
import { isRead } from "./parts/confirm_guard.js";

const list = document.querySelector("#lines");
const { shell } = document.querySelector("main").dataset;
const form = document.querySelector("template#line");
// the requested address is this page
const atHome = location.pathname === shell;
let reached = false;
let drawn = null;

// An unchanged list is not drawn again: a tap on it may be under way.
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
  // this page has no author token: a tap makes the lines those of the current person
  retry.addEventListener("click", () => retryLine(line, line.why === "401" ? "" : line.whose));
  discard.addEventListener("click", (event) => {
    const { sure, yes } = discard.dataset;
    if (!sure) Object.assign(discard, { textContent: yes }).dataset.sure = performance.now();
    else if (isRead(event, sure)) dropLine(line);
  });
  return item;
}

// Load the requested page when the network is back.
async function comeBack() {
  await drain();
  const there = await isThere();
  // the table shows refusals above its sheet
  if (there && !atHome) location.reload();
  else say(there);
}

// Whether the server answers, also with a redirect; a proxy may answer in its place while it is down.
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
