// The table on a television: live, as large as it can be, and the screen stays on. What waits on this device goes out.
import "./parts/fresh.js";
import "./parts/fit.js";
import { lookInTime } from "./parts/again.js";
import { look } from "./parts/live.js";
import { drain, showLines } from "./parts/outbox.js";
import "./parts/renewed.js";
import "./parts/awake.js";
import "./parts/htmx_again.js";

lookInTime(look);
document.addEventListener("htmx:after:swap", () => lookInTime(look));
showLines({ changed() {} }).then(drain, () => {});
