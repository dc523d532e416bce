// The picker in a dialog over the page; what was chosen in one folder stays chosen while another is looked at.

import { act } from "./acts.js";
import { fetched, trouble } from "./parts.js";

const dialog = document.getElementById("dialog");
const chosen = new Set();

async function open(address) {
  const at = new URL(address);
  try {
    const { page } = await fetched(at);
    trouble("");
    dialog.replaceChildren(document.adoptNode(page.getElementById("picker")));
  } catch (error) {
    return trouble(error.message, error.unreached);
  }
  chosen.clear();
  dialog.showModal();
  const wantsFiles = at.hash === "#upload";
  if (wantsFiles) document.getElementById("upload").open = true;
  document.getElementById(wantsFiles ? "file" : "home-search").focus();
  dialog.dispatchEvent(new CustomEvent("put", { bubbles: true }));
}

const boxes = () => [...dialog.querySelectorAll("input[name=path]:not(:disabled)")];

function show() {
  for (const box of boxes()) box.checked = chosen.has(box.value);
  count();
}

// All that can be read of what is shown, and was not given already.
const readable = () => boxes().filter((box) => !box.closest(".unreadable"));

function choose(box, wanted) {
  box.checked = wanted;
  if (wanted) chosen.add(box.value);
  else chosen.delete(box.value);
}

function count() {
  const give = document.getElementById("give-picked");
  if (give) give.textContent = chosen.size ? `Give ${chosen.size === 1 ? "1 document" : `${chosen.size} documents`}` : "Give";
  if (give) give.disabled = !chosen.size;
  const all = document.getElementById("pick-all");
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
    if (id === "pick-all") for (const box of readable()) choose(box, checked);
    count();
  });
  dialog.addEventListener("put", show);
  dialog.addEventListener(
    "submit",
    (event) => {
      if (event.target.id !== "pick") return;
      event.preventDefault();
      event.stopPropagation();
      const said = new URLSearchParams(new FormData(event.target));
      said.delete("path");
      for (const path of chosen) said.append("path", path);
      act("picker", event.target.action, { method: "POST", body: said }, { remember: false, by: event.submitter });
    },
    true,
  );
}
