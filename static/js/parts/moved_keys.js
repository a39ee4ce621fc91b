// Keys that changed places under a finger: a tap soon after that was meant for what was there before.

// how long a finger is aimed
const AIM_TIME = 250;
let movedAt = 0;
// the keys that were painted last: a response that is drawn over at once was never seen
let seen = null;

const keys = () => [...document.querySelectorAll("#pad .players [name=press]")].map(({ value }) => value).join();

// Draw with `change`, and note whether the keys then differ from those seen before.
export function watchKeys(change) {
  const before = seen ?? keys();
  change();
  noteKeys();
  if (seen !== before) movedAt = performance.now();
}

export function noteKeys() {
  seen = keys();
}

export const isMoving = () => performance.now() - movedAt < AIM_TIME;
