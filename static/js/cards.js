// A table of cards, and the draw of cards for seats. Without scripts both work by plain forms.
import "./parts/card_draft.js";
