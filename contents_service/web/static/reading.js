// What was read: passages by the arrow keys, citations to copy, and the marked place brought into view.

import { say } from "./parts.js";

const WIDE = "(min-width: 64rem)";

function arrange() {
  const lines = document.querySelector(".lines");
  const marked = lines?.querySelector(".marked");
  if (marked) lines.scrollTop = marked.offsetTop - lines.offsetTop - lines.clientHeight / 4;
  const chosen = document.querySelector(".passage.chosen");
  if (chosen && matchMedia(WIDE).matches && isBelow(chosen)) chosen.scrollIntoView({ block: "center" });
  const picture = document.querySelector(".page img");
  picture?.addEventListener("error", undrawn);
  if (picture?.complete && !picture.naturalWidth) undrawn();
}

// Whether it must be scrolled to: what is in sight stays where it is, with the document's name above it.
function isBelow(passage) {
  const { top, bottom } = passage.getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
}

// Say that there is no picture: that there never is one of this page, or that it cannot be had now.
async function undrawn() {
  const { src } = document.querySelector(".page img");
  const never = await fetch(src).then((answer) => answer.status === 404, () => false);
  document.querySelector(".page").hidden = true;
  document.querySelector(".undrawn .never").hidden = !never;
  document.querySelector(".undrawn .now").hidden = never;
  document.getElementById("undrawn").hidden = false;
}

if (document.getElementById("read")) {
  document.addEventListener("put", arrange);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(`Copied: ${button.dataset.copy}`);
    } catch {
      say(`It could not be copied. It is ${button.dataset.copy}`);
    }
  });
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "previous", ArrowRight: "following" }[event.key];
    const inField = event.target.closest("input, select, textarea, .lines, pre");
    if (!way || inField || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.getElementById(way);
    if (link?.href) link.click();
  });
  arrange();
}
