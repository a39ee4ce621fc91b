// Tabs of one browser: they share one outbox, announce changes of it, and take turns sending.
const SHARED = "scorekeeper-outbox";
const ASLEEP = 15000;

const channel = window.BroadcastChannel ? new BroadcastChannel(SHARED) : null;

export const tellWindows = () => channel?.postMessage("");

export const hearWindows = (hear) => channel?.addEventListener("message", hear);

// A sleeping tab may block the others: after a while they send without it, which is safe because of the keys.
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
