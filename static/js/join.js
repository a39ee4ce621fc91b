// The invitation to a table. Without scripts the link can be copied by hand.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/share.js";
import "./parts/join_code.js";
