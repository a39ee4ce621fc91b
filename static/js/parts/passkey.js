// A passkey: the server's question is put to the phone, and what it answers goes out with the form.
import { request } from "./fetch_retry.js";

const known = Boolean(window.isSecureContext && window.PublicKeyCredential);

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function question(form) {
  const fields = { do: form.dataset.passkey, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value };
  const asked = await request(form.dataset.ask, 15000, { method: "POST", body: new URLSearchParams(fields) });
  const { publicKey } = JSON.parse(asked.text);
  publicKey.challenge = bytes(publicKey.challenge);
  if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
  for (const name of ["excludeCredentials", "allowCredentials"]) {
    for (const each of publicKey[name] ?? []) each.id = bytes(each.id);
  }
  return { publicKey };
}

// As the server reads it.
function told(key) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[name]) response[name] = text(key.response[name]);
  }
  return JSON.stringify({ id: key.id, rawId: text(key.rawId), type: key.type, response, clientExtensionResults: key.getClientExtensionResults() });
}

async function answer(form) {
  const trouble = form.querySelector("[data-trouble]");
  const button = form.querySelector("button");
  trouble.hidden = true;
  button.disabled = true;
  let why = "lost";
  try {
    const asked = await question(form);
    why = "no";
    const key = await (asked.publicKey.user ? navigator.credentials.create(asked) : navigator.credentials.get(asked));
    form.elements.credential.value = told(key);
    form.submit();
  } catch (error) {
    trouble.textContent = trouble.dataset[error.name === "InvalidStateError" ? "known" : why];
    trouble.hidden = false;
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.hidden = !known;
  const none = form.parentElement.querySelector("[data-none]");
  if (none) none.hidden = known;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(form);
  });
}
