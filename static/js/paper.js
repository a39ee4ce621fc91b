// A sheet on paper. Without scripts the browser's own menu prints, and the picture opens as it is.
import "./parts/printed.js";
import "./parts/picture.js";
