// Pending lines in the browser's own database (IndexedDB), oldest first.

let database = null;

function openDatabase() {
  database ??= new Promise((good, bad) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("lines", { keyPath: "order", autoIncrement: true });
    request.onsuccess = () => {
      request.result.onclose = forgetDatabase;
      good(request.result);
    };
    request.onerror = () => bad(request.error);
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
  const work = (await openDatabase()).transaction("lines", mode, { durability });
  const request = act(work.objectStore("lines"));
  return new Promise((good, bad) => {
    work.oncomplete = () => good(request.result);
    work.onabort = () => bad(work.error);
  });
}

export const storedLines = () => run("readonly", (store) => store.getAll());
// Resolve when a line is on disk.
export const storeLine = async (line) => { line.order = await run("readwrite", (store) => store.put(line), "strict"); };
// Merge news of a line with what other tabs stored, only if it is still there; return whether it was.
export async function updateStored({ order }, news) {
  return Boolean(await run("readwrite", (store) => {
    const request = store.get(order);
    request.onsuccess = () => { if (request.result) store.put({ ...request.result, ...news }); };
    return request;
  }));
}
export const deleteStored = (line) => run("readwrite", (store) => store.delete(line.order));
