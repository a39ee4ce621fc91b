// The table on a big screen: live, scaled to fit, with the screen kept on. Pending lines of this device are sent.
import "./parts/bfcache.js";
import "./parts/fit_sheet.js";
import { refreshOnExpiry } from "./parts/refresh_timer.js";
import { refresh } from "./parts/live_updates.js";
import { openOutbox, sendPending } from "./parts/outbox.js";
import { followNextGame } from "./parts/next_game.js";
import "./parts/new_release.js";
import "./parts/wake_lock.js";
import "./parts/htmx_retry.js";

const scheduleRefresh = () => { refreshOnExpiry(refresh); followNextGame(refresh); };
scheduleRefresh();
document.addEventListener("htmx:after:swap", scheduleRefresh);
openOutbox({ onChange() {} }).then(sendPending, () => {});
