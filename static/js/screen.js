// The table on a television: live, as large as it can be, and the screen stays on.
import "./parts/fresh.js";
import "./parts/fit.js";
import "./parts/live.js";
import "./parts/renewed.js";
import "./parts/awake.js";
