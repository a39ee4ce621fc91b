// Calls back when the phone is visible again or has a network again.

export function onResume(act) {
  for (const [where, when] of [[window, "online"], [document, "visibilitychange"]]) {
    where.addEventListener(when, () => { if (!document.hidden) act(); });
  }
}
