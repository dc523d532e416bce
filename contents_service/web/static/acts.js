// Links and forms whose answer is put in place, rather than leading to a page of its own.

import { fetched, put, say, settled, trouble, unsay } from "./parts.js";

const SLOW_MS = 700;
const SLOW = "One moment …";

// Do what a link or a form does, and put what comes in place. Whether it was done.
export async function act(region, address, options, { remember = true, by = null } = {}) {
  if (by?.ariaBusy) return false; // pressed twice
  if (by) by.ariaBusy = "true";
  const slow = setTimeout(say, SLOW_MS, SLOW);
  try {
    const come = await fetched(address, options);
    trouble("");
    arrive(region, come, remember);
    return true;
  } catch (error) {
    trouble(error.message, error.unreached);
    return false;
  } finally {
    clearTimeout(slow);
    unsay(SLOW);
    if (by) by.ariaBusy = null;
  }
}

function arrive(region, come, remember) {
  const said = come.page.getElementById("said")?.textContent.trim() ?? "";
  const done = put(region, come.page);
  put("searching", come.page);
  if (!done) {
    document.getElementById("dialog")?.close();
    if (!put("card", come.page)) return location.assign(come.address);
  }
  if (remember) history.pushState(history.state, "", settled(come.address));
  if (said) {
    clearChoices();
    say(said);
  }
  if (document.activeElement === document.body) document.querySelector(`#${region} h2`)?.focus();
}

function clearChoices() {
  for (const box of document.querySelectorAll("#documents input:checked")) box.checked = false;
  for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
  document.getElementById("card")?.dispatchEvent(new CustomEvent("put", { bubbles: true }));
}

// Close the menu from which something was chosen; who works by keyboard is then where they opened it.
function leaveMenu(chosen) {
  const menu = chosen?.closest(".menu[open]");
  if (!menu) return;
  menu.open = false;
  (menu.closest(".bulk")?.querySelector("#select-all") ?? menu.querySelector("summary")).focus();
}

function regionOf(element) {
  return element.dataset.region ?? (element.hasAttribute("data-within") ? "card" : null);
}

function isPlain(event) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const region = link && regionOf(link);
  if (!region || !isPlain(event)) return;
  event.preventDefault();
  leaveMenu(link);
  act(region, link.href, {}, { remember: region !== "picker", by: link });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const region = regionOf(form);
  if (!region) return;
  event.preventDefault();
  const said = new URLSearchParams(new FormData(form, event.submitter));
  const address = new URL(event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : form.action);
  const remember = region === "card" || region === "read";
  const by = event.submitter;
  leaveMenu(by);
  if (form.method === "get") {
    address.search = said;
    act(region, address, {}, { remember, by });
  } else {
    act(region, address, { method: "POST", body: said }, { remember: region === "card", by });
  }
});

addEventListener("popstate", () => {
  const region = document.getElementById("read") ? "read" : "card";
  act(region, location.href, {}, { remember: false });
});
