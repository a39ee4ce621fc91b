// The windows of one phone: they have one outbox, tell each other that something happened to it, and send in turn.
const SHARED = "scorekeeper-outbox";
const ASLEEP = 15000;

const channel = window.BroadcastChannel ? new BroadcastChannel(SHARED) : null;

export const tellWindows = () => channel?.postMessage("");

export const hearWindows = (hear) => channel?.addEventListener("message", hear);

// A window that sleeps may keep the others out: after a while they send without it, which the keys make harmless.
export async function inTurn(act) {
  if (!navigator.locks) return act();
  const waits = new AbortController();
  const late = setTimeout(() => waits.abort(), ASLEEP);
  try {
    return await navigator.locks.request(SHARED, { signal: waits.signal }, () => {
      clearTimeout(late);
      return act();
    });
  } catch (error) {
    if (!waits.signal.aborted) throw error;
    return act();
  }
}
