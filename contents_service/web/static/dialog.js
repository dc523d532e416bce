// The picker as a dialog; documents chosen in one folder stay chosen while another is shown.

import { load } from "./actions.js";
import { fetchPage, showError } from "./parts.js";

const dialog = document.getElementById("dialog");
const chosen = new Set();

async function open(address) {
  const at = new URL(address);
  try {
    const { page } = await fetchPage(at);
    showError("");
    dialog.replaceChildren(document.adoptNode(page.getElementById("picker")));
  } catch (error) {
    return showError(error.message, error.unreachable);
  }
  chosen.clear();
  dialog.showModal();
  const wantsFiles = at.hash === "#upload";
  if (wantsFiles) document.getElementById("upload").open = true;
  document.getElementById(wantsFiles ? "file" : "home-search").focus();
  dialog.dispatchEvent(new CustomEvent("region-replaced", { bubbles: true }));
}

const boxes = () => [...dialog.querySelectorAll("input[name=path]:not(:disabled)")];

function restoreChoices() {
  for (const box of boxes()) box.checked = chosen.has(box.value);
  updateButtons();
}

// The documents shown that can be read and were not added already.
const readable = () => boxes().filter((box) => !box.closest(".unreadable"));

function choose(box, isChosen) {
  box.checked = isChosen;
  if (isChosen) chosen.add(box.value);
  else chosen.delete(box.value);
}

function updateButtons() {
  const add = document.getElementById("give-chosen");
  if (add) add.textContent = chosen.size ? `Add ${chosen.size === 1 ? "1 document" : `${chosen.size} documents`}` : "Add";
  if (add) add.disabled = !chosen.size;
  const all = document.getElementById("choose-all");
  if (all) all.checked = readable().every((box) => box.checked);
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
    const { id, name, checked } = event.target;
    if (name === "path") choose(event.target, checked);
    if (id === "choose-all") for (const box of readable()) choose(box, checked);
    updateButtons();
  });
  dialog.addEventListener("region-replaced", restoreChoices);
  dialog.addEventListener(
    "submit",
    (event) => {
      if (event.target.id !== "choose") return;
      event.preventDefault();
      event.stopPropagation();
      const values = new URLSearchParams(new FormData(event.target));
      values.delete("path");
      for (const path of chosen) values.append("path", path);
      load("picker", event.target.action, { method: "POST", body: values }, { addToHistory: false, trigger: event.submitter });
    },
    true,
  );
}
