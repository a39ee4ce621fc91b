// Account pages: login and logout.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/passkey.js";
import "./parts/print_button.js";
