// A script of its own, fetched when it is wanted.

export function fetchScript(address, onerror) {
  // a browser remembers of an address that nothing came from it
  const src = `${address}#${performance.now()}`;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src, onerror }));
}
