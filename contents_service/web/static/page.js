// The scripts of the page. Everything also works without them, as pages of its own.

import "./actions.js";
import "./card.js";
import "./dialog.js";
import "./remember_question.js";
import "./document.js";
import "./uploads.js";
import { withoutNotice } from "./parts.js";

if (location.href !== withoutNotice(location.href)) history.replaceState(history.state, "", withoutNotice(location.href));
