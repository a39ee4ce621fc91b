// Keeps focus in the row of notices, which every sheet renders anew.
let hadFocus = false;

export const focusNotice = () => (document.querySelector("#note") ?? document.querySelector("#who"))?.focus({ preventScroll: true });

document.addEventListener("htmx:before:swap", () => {
  hadFocus = Boolean(document.activeElement?.closest(".say, #who"));
});

// The notices of this phone return sooner or later than the sheet.
export function restoreNoticeFocus() {
  if (hadFocus && document.activeElement === document.body) focusNotice();
}

document.addEventListener("htmx:after:swap", () => setTimeout(restoreNoticeFocus));
