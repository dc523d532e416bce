// What was read: passages by the arrow keys, citations to copy, and the marked place brought into view.

import { say } from "./parts.js";

const WIDE = "(min-width: 64rem)";

function arrange() {
  const lines = document.querySelector(".lines");
  const marked = lines?.querySelector(".marked");
  if (marked) lines.scrollTop = marked.offsetTop - lines.offsetTop - lines.clientHeight / 4;
  const chosen = document.querySelector(".passage.chosen");
  if (chosen && matchMedia(WIDE).matches && chosen.id !== "passage-1") chosen.scrollIntoView({ block: "center" });
  const picture = document.querySelector(".page img");
  picture?.addEventListener("error", undrawn);
  if (picture?.complete && !picture.naturalWidth) undrawn();
}

function undrawn() {
  document.querySelector(".page").hidden = true;
  document.querySelector(".undrawn").hidden = false;
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
