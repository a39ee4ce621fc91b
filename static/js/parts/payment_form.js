// Pays a debt in its own row: the button shows the amount and the page keeps its place. Without scripts the form
// submits and the page returns to its row.
import { fingerLifted } from "./touch_guard.js";

// A typed amount in smallest units, by the decimals of the full amount; NaN for other text.
function toUnits(text, decimals) {
  const match = /^(?=.*\d)(\d*)(?:[.,٫](\d*))?$/.exec(text.trim());
  const part = match?.[2] ?? "";
  return match && part.length <= decimals ? Number(`${match[1]}${part.padEnd(decimals, "0")}`) : NaN;
}

// The sum as the page writes sums: only the figures in it change.
function formatUnits(units, decimals, like) {
  const { lang } = document.documentElement;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const figure = new Intl.NumberFormat(lang, digits).format(units / 10 ** decimals);
  return like.replace(/\d(?:[\d.,'’\s\u00a0\u202f]*\d)?/, () => figure);
}

function updateButton(form) {
  const { amount, whole, beyond } = form.elements;
  const key = form.querySelector(".main");
  const decimals = (/[.,٫](\d+)$/.exec(whole.value)?.[1] ?? "").length;
  const all = toUnits(whole.value, decimals);
  const paid = toUnits(amount.value, decimals);
  form.classList.toggle("is-all", !amount.value || paid === all);
  // the amount is refused: its other button is the only one, until another amount is typed
  key.hidden = Boolean(beyond);
  // an amount that cannot be paid is not named: the server refuses it and says why
  const part = key.querySelector(".part");
  part.textContent = key.dataset.other;
  if (!(paid > 0)) return;
  const values = { paid: formatUnits(paid, decimals, key.dataset.whole), left: formatUnits(all - paid, decimals, key.dataset.whole) };
  const text = paid < all ? key.dataset.part : key.dataset.sum;
  part.textContent = text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}

// The page as it is now, with the row in the place where it was tapped.
function replacePage(page, top) {
  const open = [...document.querySelectorAll(".between[open]")].map(({ dataset }) => dataset.unit);
  document.querySelector("main.money").replaceWith(page);
  for (const list of page.querySelectorAll(".between")) list.open ||= open.includes(list.dataset.unit);
  const notice = page.querySelector("#said");
  const row = notice?.closest("li") ?? notice;
  if (row) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
  const field = page.querySelector(".pay [aria-invalid]") ?? row;
  field?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("htmx:after:swap"));
  prepare();
}

async function send(form, key) {
  const { top } = (form.closest("li") ?? form).getBoundingClientRect();
  try {
    const body = new URLSearchParams(new FormData(form));
    if (key?.name) body.append(key.name, key.value);
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main.money");
    await fingerLifted();
    if (!page) form.submit();
    else replacePage(document.adoptNode(page), top);
  } catch {
    form.submit();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("stays" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  send(form, event.submitter);
});

document.addEventListener("input", ({ target }) => {
  const form = target.closest(".pay");
  if (!form) return;
  // it names the amount that was typed before
  form.querySelector("[name=beyond]")?.remove();
  updateButton(form);
});

document.addEventListener("click", async ({ target }) => {
  const key = target.closest("[data-copy]");
  if (!key) return;
  try {
    await navigator.clipboard.writeText(key.dataset.copy);
    key.textContent = key.dataset.copied;
  } catch {
    getSelection().selectAllChildren(key.previousElementSibling);
  }
});

function prepare() {
  for (const key of document.querySelectorAll("[data-copy]")) key.hidden = false;
  document.querySelectorAll(".pay").forEach(updateButton);
}

prepare();
