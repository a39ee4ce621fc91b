// Shares a finished game: text, link and picture with the phone's share dialog, otherwise text and link copied. Loaded
// with the result, and on the page to share, which is also the way without this script.
import "./parts/share_image.js";
import "./parts/share_text.js";
