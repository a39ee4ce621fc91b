// You: ways in, signing in and out.
import "./parts/bfcache.js";
import "./parts/pending_banner.js";
import "./parts/passkey.js";
import "./parts/print_codes.js";
