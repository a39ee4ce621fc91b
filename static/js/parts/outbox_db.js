// Pending lines in the browser's own database (IndexedDB), oldest first.

let database = null;

function opened() {
  database ??= new Promise((good, bad) => {
    const asked = indexedDB.open("scorekeeper", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("lines", { keyPath: "order", autoIncrement: true });
    asked.onsuccess = () => {
      asked.result.onclose = forgetDatabase;
      good(asked.result);
    };
    asked.onerror = () => bad(asked.error);
  });
  return database;
}

function forgetDatabase() {
  database = null;
}

// A connection may be lost at any time, and not every browser reports that: open it again once.
async function run(mode, act, durability = "relaxed") {
  try {
    return await runOnce(mode, act, durability);
  } catch {
    forgetDatabase();
    return runOnce(mode, act, durability);
  }
}

async function runOnce(mode, act, durability) {
  const work = (await opened()).transaction("lines", mode, { durability });
  const asked = act(work.objectStore("lines"));
  return new Promise((good, bad) => {
    work.oncomplete = () => good(asked.result);
    work.onabort = () => bad(work.error);
  });
}

export const storedLines = () => run("readonly", (store) => store.getAll());
// Resolve when a line is on disk.
export const storeLine = async (line) => { line.order = await run("readwrite", (store) => store.put(line), "strict"); };
// Merge news of a line with what other tabs stored, only if it is still there; return whether it was.
export async function storeNews({ order }, news) {
  return Boolean(await run("readwrite", (store) => {
    const asked = store.get(order);
    asked.onsuccess = () => { if (asked.result) store.put({ ...asked.result, ...news }); };
    return asked;
  }));
}
export const unstoreLine = (line) => run("readwrite", (store) => store.delete(line.order));
