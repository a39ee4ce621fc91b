// Pages around the table. Without scripts each works with plain links and forms.
import "./parts/bfcache.js";
import "./parts/touch_guard.js";
import "./parts/local_time.js";
import "./parts/player_names.js";
import "./parts/opening_roll.js";
import "./parts/form_response.js";
import "./parts/theme.js";
import "./parts/pending_banner.js";
