// A request that outlives no sleep: what was on its way when the phone fell asleep is seldom answered, and is asked anew
// as soon as it wakes, or has a signal again.
import { onWaking } from "./on_resume.js";

const WOKEN = "woken";
const onWay = new Set();

// Gives status, type, headers and text; fails where none come within `patience` milliseconds.
export async function request(url, patience, how) {
  const one = new AbortController();
  const late = setTimeout(() => one.abort(), patience);
  onWay.add(one);
  try {
    const answer = await fetch(url, { ...how, signal: one.signal });
    const { status, type, headers } = answer;
    return { status, type, headers, text: await answer.text() };
  } catch (error) {
    if (one.signal.reason !== WOKEN) throw error;
  } finally {
    clearTimeout(late);
    onWay.delete(one);
  }
  return request(url, patience, how);
}

onWaking(() => { for (const one of onWay) one.abort(WOKEN); });
