// The table of every game. Without scripts it works by plain links and forms.
import "./parts/fresh.js";
import "./parts/finger.js";
import "./parts/quick_taps.js";
import "./parts/dice_pad.js";
import "./parts/sheet.js";
import "./parts/answers.js";
import "./parts/live.js";
import "./parts/sending.js";
import "./parts/rules_link.js";
import "./parts/tick.js";
