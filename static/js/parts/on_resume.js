// The phone is looked at again, or has a signal again.

export function onWaking(act) {
  for (const [where, when] of [[window, "online"], [document, "visibilitychange"]]) {
    where.addEventListener(when, () => { if (!document.hidden) act(); });
  }
}
