// The pages around the table. Without scripts each works by plain links and forms.
import "./parts/fresh.js";
import "./parts/finger.js";
import "./parts/times.js";
import "./parts/seats.js";
import "./parts/opening_throw.js";
import "./parts/answered.js";
import "./parts/look.js";
import "./parts/forget.js";
