// Who owes whom, and the group. Without scripts the text stands there to be copied.
import "./parts/fresh.js";
import "./parts/forget.js";
import "./parts/finger.js";
import "./parts/times.js";
import "./parts/share.js";
import "./parts/paid.js";
