// Who owes whom, and the group. Without scripts the text stands there to be copied.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/touch_guard.js";
import "./parts/local_time.js";
import "./parts/share_result.js";
import "./parts/paid.js";
