// A printable sheet. Without scripts use the browser's print menu; the picture opens as it is.
import "./parts/print_button.js";
import "./parts/share_image.js";
