// The windows of one phone: they have one outbox, tell each other that something happened to it, and send in turn.
const SHARED = "scorekeeper-outbox";
const ASLEEP = 15000;

const channel = window.BroadcastChannel ? new BroadcastChannel(SHARED) : null;

export const tellWindows = () => channel?.postMessage("");

export const hearWindows = (hear) => channel?.addEventListener("message", hear);

// A window that sleeps may keep the others out: after a while they send without it, which the keys make harmless.
export async function inTurn(act) {
  if (!navigator.locks) return act();
  try {
    return await navigator.locks.request(SHARED, { signal: AbortSignal.timeout(ASLEEP) }, act);
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    return act();
  }
}
