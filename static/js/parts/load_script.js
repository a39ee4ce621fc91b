// Loads a script of its own when it is needed.

export function loadScript(address, onerror) {
  // browsers remember a failed address, so each try has another one
  const src = `${address}#${performance.now()}`;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src, onerror }));
}
