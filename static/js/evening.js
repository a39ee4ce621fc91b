// The page of an evening: its text and its picture to share. Without scripts the text can be copied by hand.
import "./parts/bfcache.js";
import "./parts/local_time.js";
import "./parts/share.js";
import "./parts/share_image.js";
