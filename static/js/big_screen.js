// The table on a big screen: live, scaled to fit, with the screen kept on. Pending lines of this device are sent.
import "./parts/bfcache.js";
import "./parts/fit_sheet.js";
import { lookInTime } from "./parts/refresh_timer.js";
import { look } from "./parts/live_updates.js";
import { drain, showLines } from "./parts/outbox.js";
import { goOnInTime } from "./parts/next_game.js";
import "./parts/new_release.js";
import "./parts/wake_lock.js";
import "./parts/htmx_retry.js";

const inTime = () => { lookInTime(look); goOnInTime(look); };
inTime();
document.addEventListener("htmx:after:swap", inTime);
showLines({ changed() {} }).then(drain, () => {});
