// You: ways in, signing in and out.
import "./parts/fresh.js";
import "./parts/forget.js";
import "./parts/passkey.js";
import "./parts/print_codes.js";
