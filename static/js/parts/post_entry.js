// One line on its way to the server, and what is said of it.
import { request } from "./fetch_retry.js";

const PATIENCE = 15000;
// how long whoever answers may put a line off
const LONGEST = 60000;

// in the place of the one in the page, which may have died
let token = "";

// Gives status and text, whether the server says it of this very line, the entry that it became, and for how long nothing
// is to be sent; fails where no answer is to be had.
export async function post(line) {
  const answer = await postOnce(line);
  if (answer.status !== 403 || answer.acked) return answer;
  token = await freshToken(line.table);
  return postOnce(line);
}

async function postOnce(line) {
  const form = document.querySelector("#write [name=csrfmiddlewaretoken]")?.value;
  if (!form && !token) token = await freshToken(line.table);
  const { status, headers, text } = await request(line.url, PATIENCE, {
    method: "POST",
    body: new URLSearchParams(line.fields),
    headers: { "HX-Request": "true", "X-CSRFToken": token || form, "X-Whose": line.whose ?? "" },
    redirect: "manual",
  });
  // all phones are told the same, and not all come back at one moment
  const wait = Math.min(LONGEST, 1000 * Number(headers.get("Retry-After")) * (1 + Math.random() / 4)) || 0;
  return { status, text, wait, acked: headers.get("X-Ack") === line.key, entry: headers.get("X-Entry") };
}

// Of a table that is shut there is no page; that for codes has a token for anybody.
async function freshToken(table) {
  return await tokenAt(table) || tokenAt("/join/");
}

async function tokenAt(address) {
  const { text } = await request(address, PATIENCE, { headers: { "HX-Request": "true" } });
  return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(text)?.[1] ?? "";
}
