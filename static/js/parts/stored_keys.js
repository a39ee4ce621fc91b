// Keys without the server's response, stored for each table of this browser: they survive a reload. They name players
// by seat number only.

const PREFIX = "keys:";
const storageKey = () => `${PREFIX}${location.pathname}`;

// `keys` with what they were tapped for: the round's number, the draft before them and after the first.
export function storeKeys(saved) {
  try {
    if (saved) localStorage.setItem(storageKey(), JSON.stringify(saved));
    else localStorage.removeItem(storageKey());
  } catch {
    // without storage they last as long as the page
  }
}

export function storedKeys() {
  try {
    return JSON.parse(localStorage.getItem(storageKey()));
  } catch {
    return null;
  }
}

// Whether there are such keys for any table.
export function hasStoredKeys() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(PREFIX));
  } catch {
    return false;
  }
}
