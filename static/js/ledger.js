// Money and group pages. Without scripts the text can be copied by hand.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/touch_guard.js";
import "./parts/local_time.js";
import "./parts/share.js";
import "./parts/payment_form.js";
import "./parts/period_menu.js";
