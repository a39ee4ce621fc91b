// Login by passkey: the phone signs the server's challenge, and the signature is sent with the form.
import { request } from "./fetch_retry.js";

const isSupported = Boolean(window.isSecureContext && window.PublicKeyCredential);

const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function fetchOptions(form) {
  const fields = { do: form.dataset.passkey, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value };
  const options = await request(form.dataset.ask, 15000, { method: "POST", body: new URLSearchParams(fields) });
  const { publicKey } = JSON.parse(options.text);
  publicKey.challenge = decode(publicKey.challenge);
  if (publicKey.user) publicKey.user.id = decode(publicKey.user.id);
  for (const name of ["excludeCredentials", "allowCredentials"]) {
    for (const each of publicKey[name] ?? []) each.id = decode(each.id);
  }
  return { publicKey };
}

// As the server reads it.
function credentialJson(key) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[name]) response[name] = encode(key.response[name]);
  }
  return JSON.stringify({ id: key.id, rawId: encode(key.rawId), type: key.type, response, clientExtensionResults: key.getClientExtensionResults() });
}

async function submitPasskey(form) {
  const trouble = form.querySelector("[data-trouble]");
  const button = form.querySelector("button");
  trouble.hidden = true;
  button.disabled = true;
  let why = "lost";
  try {
    const options = await fetchOptions(form);
    why = "no";
    const key = await (options.publicKey.user ? navigator.credentials.create(options) : navigator.credentials.get(options));
    form.elements.credential.value = credentialJson(key);
    form.submit();
  } catch (error) {
    trouble.textContent = trouble.dataset[error.name === "InvalidStateError" ? "known" : why];
    trouble.hidden = false;
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.hidden = !isSupported;
  const fallback = form.parentElement.querySelector("[data-none]");
  if (fallback) fallback.hidden = isSupported;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitPasskey(form);
  });
}
