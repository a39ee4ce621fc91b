// Calls back when the phone is visible again or has a network again.

export function onResume(act) {
  for (const type of ["online", "visibilitychange"]) addEventListener(type, () => document.hidden || act(), true);
}
