// A request that does not outlive sleep: requests pending when a phone falls asleep seldom get a response, and are
// repeated when it wakes or has a network again.
import { onWaking } from "./on_resume.js";

const WOKEN = "woken";
const onWay = new Set();

// Return status, type, headers and text; reject without a response within `patience` milliseconds.
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
