// Tabs of one browser: they share one outbox, announce changes of it, and take turns sending.
const OUTBOX = "scorekeeper-outbox";
const LOCK_PATIENCE = 15000;

const channel = window.BroadcastChannel ? new BroadcastChannel(OUTBOX) : null;

export const notifyTabs = () => channel?.postMessage("");

export const onTabMessage = (hear) => channel?.addEventListener("message", hear);

// A sleeping tab may block the others: after a while they send without it, which is safe because of the keys.
export async function withSendLock(act) {
  if (!navigator.locks) return act();
  const waiting = new AbortController();
  const late = setTimeout(() => waiting.abort(), LOCK_PATIENCE);
  try {
    return await navigator.locks.request(OUTBOX, { signal: waiting.signal }, () => {
      clearTimeout(late);
      return act();
    });
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return act();
  }
}
