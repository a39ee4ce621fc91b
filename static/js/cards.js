// Card tables, and drawing cards for seats. Without scripts both work with plain forms.
import "./parts/card_draft.js";
import "./parts/round_loader.js";
