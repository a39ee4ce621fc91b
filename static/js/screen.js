// The table on a television: live, as large as it can be, and the screen stays on.
import "./parts/fresh.js";
import "./parts/fit.js";
import { lookInTime } from "./parts/again.js";
import { look } from "./parts/live.js";
import "./parts/renewed.js";
import "./parts/awake.js";
import "./parts/htmx_again.js";

lookInTime(look);
document.addEventListener("htmx:after:swap", () => lookInTime(look));
