// Keeps the join code on the invitation and its remaining time up to date.
import { refreshOnExpiry } from "./refresh_timer.js";
import { request } from "./fetch_retry.js";

async function refreshCode() {
  const { status, text } = await request(location.href, 10000);
  if (status === 404) location.reload();
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector(".lives");
  if (!fresh) return;
  document.querySelector(".lives").replaceWith(fresh);
  refreshOnExpiry(tryRefresh);
}

// try again without a network
const tryRefresh = () => refreshCode().catch(() => {});

refreshOnExpiry(tryRefresh);
