// The invitation to a table. Without scripts the link stands there to be copied.
import "./parts/fresh.js";
import "./parts/forget.js";
import "./parts/send_link.js";
import "./parts/typed_code.js";
