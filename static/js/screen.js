// The table on a television: live, as large as it can be, and the screen stays on. What waits on this device goes out.
import "./parts/fresh.js";
import "./parts/fit.js";
import { lookInTime } from "./parts/again.js";
import { look } from "./parts/live.js";
import { drain, showLines } from "./parts/outbox.js";
import { goOnInTime } from "./parts/next_game.js";
import "./parts/renewed.js";
import "./parts/awake.js";
import "./parts/htmx_again.js";

const inTime = () => { lookInTime(look); goOnInTime(look); };
inTime();
document.addEventListener("htmx:after:swap", inTime);
showLines({ changed() {} }).then(drain, () => {});
