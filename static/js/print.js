// A sheet on paper. Without scripts the browser's own menu prints, and the picture opens as it is.
import "./parts/print_button.js";
import "./parts/share_image.js";
