// Posts one line to the server and reads the response.
import { request } from "./fetch_retry.js";

const TIMEOUT = 15000;
// longest pause that a response may ask for
const LONGEST_PAUSE = 60000;

// replaces the request of the page, which may be dead
let token = "";

// Return status and text, whether the server means this very line, its entry, and how long to pause; reject without a
// response.
export async function postLine(line) {
  const answer = await postOnce(line);
  if (answer.status !== 403 || answer.acked) return answer;
  token = await freshToken(line.table);
  return postOnce(line);
}

async function postOnce(line) {
  const form = document.querySelector("#write [name=csrfmiddlewaretoken]")?.value;
  if (!form && !token) token = await freshToken(line.table);
  const { status, headers, text } = await request(line.url, TIMEOUT, {
    method: "POST",
    body: new URLSearchParams(line.fields),
    headers: { "HX-Request": "true", "X-CSRFToken": token || form, "X-Author": line.author ?? "" },
    redirect: "manual",
  });
  // all phones get the same pause: spread their return
  const wait = Math.min(LONGEST_PAUSE, 1000 * Number(headers.get("Retry-After")) * (1 + Math.random() / 4)) || 0;
  return { status, text, wait, acked: headers.get("X-Ack") === line.key, entry: headers.get("X-Entry") };
}

// A closed table has no page; the page for codes has a CSRF token for every visitor.
async function freshToken(table) {
  return await tokenAt(table) || tokenAt("/join/");
}

async function tokenAt(address) {
  const { text } = await request(address, TIMEOUT, { headers: { "HX-Request": "true" } });
  return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(text)?.[1] ?? "";
}
