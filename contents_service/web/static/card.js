// The card: refreshes by itself, searches as you type, counts the selection, and keeps at most one menu open.

import { load } from "./actions.js";
import { replaceRegion, clearUnreachable, showError } from "./parts.js";

const SEARCH_DELAY_MS = 250;
const REFRESH_DELAY_MS = 500;
const RETRY_DELAYS_MS = [2000, 5000, 10000, 20000];

const card = () => document.getElementById("card");

let failures = 0;
let refreshedAt = Date.now();
let refreshTimer = 0;

function scheduleRefresh() {
  clearTimeout(refreshTimer);
  const seconds = Number(card().dataset.refresh);
  const delay = failures ? RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] : seconds * 1000;
  refreshTimer = setTimeout(refresh, delay);
}

// Fetch the card again; the answer is 304, without a body, if it has not changed.
export async function refresh() {
  if (document.hidden) return scheduleRefresh();
  const { card: address, tag } = card().dataset;
  try {
    const response = await fetch(address, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store" });
    if (response.status >= 500) throw new Error();
    if (response.ok && card().dataset.card === address) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const region of ["card", "searching"]) replaceRegion(region, page);
    }
    refreshedAt = Date.now();
    failures = 0;
    clearUnreachable();
  } catch {
    countFailure();
  }
  scheduleRefresh();
}

let soonTimer = 0;

// Refresh in a moment, once for all calls until then.
export function refreshSoon() {
  soonTimer ||= setTimeout(() => {
    soonTimer = 0;
    refresh();
  }, REFRESH_DELAY_MS);
}

function countFailure() {
  failures += 1;
  if (failures < 2) return; // one failure may be chance
  const minutes = Math.round((Date.now() - refreshedAt) / 60000);
  const since = minutes < 1 ? "a moment ago" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  showError(`The service cannot be reached. The card shows what was known ${since}; it will be updated automatically.`, true);
}

function search() {
  const form = document.getElementById("find");
  const address = new URL(form.action);
  address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  load("card", address, {}, { addToHistory: false }).then((succeeded) => succeeded && history.replaceState(history.state, "", address));
}

function countSelected() {
  const boxes = [...document.querySelectorAll("#documents input[name=document]")];
  const selected = boxes.filter((box) => box.checked).length;
  const label = document.getElementById("selected-says");
  const all = document.getElementById("select-all");
  if (label) label.textContent = selected ? `${selected} selected` : "Selected documents";
  if (all) {
    all.checked = boxes.length > 0 && selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
  }
}

function closeMenusExcept(open) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== open) menu.open = false;
}

let searchTimer = 0;
if (card()) {
  document.addEventListener("input", (event) => {
    if (event.target.id !== "q") return;
    clearTimeout(searchTimer);
    searchTimer = setTimeout(search, SEARCH_DELAY_MS);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "find") return;
    event.preventDefault();
    clearTimeout(searchTimer);
    search();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "sort") search();
    if (event.target.id === "select-all") {
      for (const box of document.querySelectorAll("#documents input[name=document]")) box.checked = event.target.checked;
    }
    countSelected();
  });
  document.addEventListener("region-replaced", (event) => {
    countSelected();
    if (event.target.id === "card") scheduleRefresh(); // the new card may say that a document is being read
  });
  document.addEventListener("toggle", (event) => event.target.open && closeMenusExcept(event.target), true);
  document.addEventListener("click", (event) => closeMenusExcept(event.target.closest(".menu")));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.activeElement?.closest(".menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  addEventListener("online", refresh);
  scheduleRefresh();
}
