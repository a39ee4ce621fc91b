// The table of every game. Without scripts it works with plain links and forms.
import "./parts/bfcache.js";
import "./parts/touch_guard.js";
import "./parts/double_tap_guard.js";
import "./parts/dice_pad.js";
import "./parts/sheet_overflow.js";
import "./parts/table_requests.js";
import "./parts/live_updates.js";
import "./parts/table_outbox.js";
import "./parts/panel_address.js";
