// The picker in a dialog over the page; what was chosen in one folder stays chosen while another is looked at.

import { act } from "./acts.js";
import { fetched, say, trouble } from "./parts.js";

const dialog = document.getElementById("dialog");
const chosen = new Set();

async function open(address) {
  const at = new URL(address);
  try {
    const { page } = await fetched(at);
    trouble("");
    dialog.replaceChildren(document.adoptNode(page.getElementById("picker")));
  } catch (error) {
    return trouble(error.message);
  }
  chosen.clear();
  dialog.showModal();
  document.getElementById(at.hash === "#upload" ? "file" : "home-search").focus();
  dialog.dispatchEvent(new CustomEvent("put", { bubbles: true }));
}

const boxes = () => [...dialog.querySelectorAll("input[name=path]:not(:disabled)")];

function show() {
  for (const box of boxes()) box.checked = chosen.has(box.value);
  count();
}

function count() {
  const says = document.getElementById("picked-says");
  const give = document.getElementById("give-picked");
  if (give) give.textContent = chosen.size ? `Give ${chosen.size === 1 ? "1 document" : `${chosen.size} documents`}` : "Give";
  if (says && chosen.size) says.textContent = "They are read at once; the files stay where they are.";
}

if (dialog) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      open(link.href);
    }
    if (event.target.closest("#dialog [data-close]") || event.target === dialog) {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.addEventListener("change", (event) => {
    if (event.target.name !== "path") return;
    if (event.target.checked) chosen.add(event.target.value);
    else chosen.delete(event.target.value);
    count();
  });
  dialog.addEventListener("put", show);
  dialog.addEventListener(
    "submit",
    (event) => {
      if (event.target.id !== "pick") return;
      event.preventDefault();
      event.stopPropagation();
      if (!chosen.size) return say("Choose at least one document.");
      const said = new URLSearchParams(new FormData(event.target));
      said.delete("path");
      for (const path of chosen) said.append("path", path);
      act("picker", event.target.action, { method: "POST", body: said }, { remember: false });
    },
    true,
  );
}
