// Resolves after some milliseconds.
export const pause = (time) => new Promise((done) => setTimeout(done, time));
