// The page of a document: step through passages with the arrow keys, copy citations, scroll to the highlighted part.

import { showNotice } from "./parts.js";

const WIDE = "(min-width: 64rem)";

function scrollToPassage() {
  const lines = document.querySelector(".lines");
  const marked = lines?.querySelector(".marked");
  if (marked) lines.scrollTop = marked.offsetTop - lines.offsetTop - lines.clientHeight / 4;
  const chosen = document.querySelector(".passage.chosen");
  if (chosen && matchMedia(WIDE).matches && isOutOfView(chosen)) chosen.scrollIntoView({ block: "center" });
  const picture = document.querySelector(".page img");
  picture?.addEventListener("error", showTextInstead);
  if (picture?.complete && !picture.naturalWidth) showTextInstead();
}

// A passage in view is not scrolled to, so that the document's name above it stays in view too.
function isOutOfView(passage) {
  const { top, bottom } = passage.getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
}

// Show the page's text, and say whether there is no image of it at all or only not at the moment.
async function showTextInstead() {
  const { src } = document.querySelector(".page img");
  const never = await fetch(src).then((answer) => answer.status === 404, () => false);
  document.querySelector(".page").hidden = true;
  document.querySelector(".missing-image .never").hidden = !never;
  document.querySelector(".missing-image .now").hidden = never;
  document.getElementById("missing-image").hidden = false;
}

if (document.getElementById("read")) {
  document.addEventListener("region-replaced", scrollToPassage);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      showNotice(`Copied: ${button.dataset.copy}`);
    } catch {
      showNotice(`It could not be copied. It is ${button.dataset.copy}`);
    }
  });
  document.addEventListener("keydown", (event) => {
    const id = { ArrowLeft: "previous", ArrowRight: "following" }[event.key];
    const inField = event.target.closest("input, select, textarea, .lines, pre");
    if (!id || inField || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.getElementById(id);
    if (link?.href) link.click();
  });
  scrollToPassage();
}
