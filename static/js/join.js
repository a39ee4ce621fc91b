// The invitation to a table. Without scripts the link stands there to be copied.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/share_link.js";
import "./parts/join_code.js";
