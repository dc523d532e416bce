// Links and forms whose answer replaces a region of this page instead of loading a new one.

import { fetchPage, replaceRegion, showNotice, withoutNotice, showError, clearNotice } from "./parts.js";

const SLOW_MS = 700;
const SLOW = "One moment …";

// Request what a link or a form leads to, and show it in a region of this page. Returns whether it succeeded.
export async function load(region, address, options, { addToHistory = true, trigger = null } = {}) {
  if (trigger?.ariaBusy) return false; // a double click
  if (trigger) trigger.ariaBusy = "true";
  const slow = setTimeout(showNotice, SLOW_MS, SLOW);
  try {
    const answer = await fetchPage(address, options);
    showError("");
    showAnswer(region, answer, addToHistory);
    return true;
  } catch (error) {
    showError(error.message, error.unreachable);
    return false;
  } finally {
    clearTimeout(slow);
    clearNotice(SLOW);
    if (trigger) trigger.ariaBusy = null;
  }
}

function showAnswer(region, answer, addToHistory) {
  const notice = answer.page.getElementById("notice")?.textContent.trim() ?? "";
  const isReplaced = replaceRegion(region, answer.page);
  replaceRegion("searching", answer.page);
  if (!isReplaced) {
    document.getElementById("dialog")?.close();
    if (!replaceRegion("card", answer.page)) return location.assign(answer.address);
  }
  if (addToHistory) history.pushState(history.state, "", withoutNotice(answer.address));
  if (notice) {
    clearSelection();
    showNotice(notice);
  }
  if (document.activeElement === document.body) document.querySelector(`#${region} h2`)?.focus();
}

function clearSelection() {
  for (const box of document.querySelectorAll("#documents input:checked")) box.checked = false;
  for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
  document.getElementById("card")?.dispatchEvent(new CustomEvent("region-replaced", { bubbles: true }));
}

// Close the menu that an item was chosen from, with the keyboard focus back where the menu was opened.
function closeMenuOf(item) {
  const menu = item?.closest(".menu[open]");
  if (!menu) return;
  menu.open = false;
  (menu.closest(".bulk")?.querySelector("#select-all") ?? menu.querySelector("summary")).focus();
}

function regionOf(element) {
  return element.dataset.region ?? (element.hasAttribute("data-within") ? "card" : null);
}

function isPlainClick(event) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const region = link && regionOf(link);
  if (!region || !isPlainClick(event)) return;
  event.preventDefault();
  closeMenuOf(link);
  load(region, link.href, {}, { addToHistory: region !== "picker", trigger: link });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const region = regionOf(form);
  if (!region) return;
  event.preventDefault();
  const values = new URLSearchParams(new FormData(form, event.submitter));
  const address = new URL(event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : form.action);
  const addToHistory = region === "card" || region === "read";
  const trigger = event.submitter;
  closeMenuOf(trigger);
  if (form.method === "get") {
    address.search = values;
    load(region, address, {}, { addToHistory, trigger });
  } else {
    load(region, address, { method: "POST", body: values }, { addToHistory: region === "card", trigger });
  }
});

addEventListener("popstate", () => {
  const region = document.getElementById("read") ? "read" : "card";
  load(region, location.href, {}, { addToHistory: false });
});
