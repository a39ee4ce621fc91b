// Keeps the join code on the invitation and its remaining time up to date.
import { lookInTime } from "./refresh_timer.js";
import { request } from "./fetch_retry.js";

async function lookAtCode() {
  const { status, text } = await request(location.href, 10000);
  if (status === 404) location.reload();
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector(".lives");
  if (!fresh) return;
  document.querySelector(".lives").replaceWith(fresh);
  lookInTime(tryToLook);
}

// try again without a network
const tryToLook = () => lookAtCode().catch(() => {});

lookInTime(tryToLook);
