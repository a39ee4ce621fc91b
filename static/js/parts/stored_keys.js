// Keys without the server's response, stored for each table of this browser: they survive a reload. They name players
// by seat number only.

const storageKey = () => `keys:${location.pathname}`;

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
