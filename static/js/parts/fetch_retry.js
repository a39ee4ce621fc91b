// Fetch with a timeout and a retry: a request pending when a phone falls asleep seldom gets a response, and is repeated
// when it wakes or has a network again.
import { onResume } from "./on_resume.js";

const WOKEN = "woken";
const controllers = new Set();

// Return status, type, headers and text; reject without a response within `patience` milliseconds.
export async function request(url, patience, options) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  controllers.add(controller);
  try {
    const answer = await fetch(url, { ...options, signal: controller.signal });
    const { status, type, headers } = answer;
    return { status, type, headers, text: await answer.text() };
  } catch (error) {
    if (controller.signal.reason !== WOKEN) throw error;
  } finally {
    clearTimeout(timer);
    controllers.delete(controller);
  }
  return request(url, patience, options);
}

onResume(() => { for (const controller of controllers) controller.abort(WOKEN); });
