// The page's scripts: every one of them only puts in place what the page does without them too.

import "./acts.js";
import "./card.js";
import "./dialog.js";
import "./question.js";
import "./reading.js";
import "./uploads.js";
import { settled } from "./parts.js";

if (location.href !== settled(location.href)) history.replaceState(history.state, "", settled(location.href));
