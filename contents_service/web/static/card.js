// The card: looks again by itself, finds while one types, selects, and keeps at most one menu open.

import { act } from "./acts.js";
import { put, reached, trouble } from "./parts.js";

const TYPED_MS = 250;
const SOON_MS = 500;
const TRIED_AGAIN_MS = [2000, 5000, 10000, 20000];

const card = () => document.getElementById("card");

let failures = 0;
let lookedAt = Date.now();
let waiting = 0;

function lookLater() {
  clearTimeout(waiting);
  const seconds = Number(card().dataset.again);
  const pause = failures ? TRIED_AGAIN_MS[Math.min(failures, TRIED_AGAIN_MS.length) - 1] : seconds * 1000;
  waiting = setTimeout(look, pause);
}

// Ask for the card again; 304 where it is as it was, which costs next to nothing.
export async function look() {
  if (document.hidden) return lookLater();
  const { card: address, tag } = card().dataset;
  try {
    const response = await fetch(address, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store" });
    if (response.status >= 500) throw new Error();
    if (response.ok && card().dataset.card === address) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const region of ["card", "searching"]) put(region, page);
    }
    lookedAt = Date.now();
    failures = 0;
    reached();
  } catch {
    unreached();
  }
  lookLater();
}

let soon = 0;

// The same in a moment, once for all who wish it meanwhile.
export function lookSoon() {
  soon ||= setTimeout(() => {
    soon = 0;
    look();
  }, SOON_MS);
}

function unreached() {
  failures += 1;
  if (failures < 2) return; // a single miss is no news
  const minutes = Math.round((Date.now() - lookedAt) / 60000);
  const since = minutes < 1 ? "a moment ago" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  trouble(`The service cannot be reached. The card is as it was ${since}; it is tried again by itself.`, true);
}

function find() {
  const form = document.getElementById("find");
  const address = new URL(form.action);
  address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  act("card", address, {}, { remember: false }).then((done) => done && history.replaceState(history.state, "", address));
}

function countSelected() {
  const boxes = [...document.querySelectorAll("#documents input[name=document]")];
  const chosen = boxes.filter((box) => box.checked).length;
  const says = document.getElementById("selected-says");
  const all = document.getElementById("select-all");
  if (says) says.textContent = chosen ? `With the ${chosen} selected` : "With those selected";
  if (all) {
    all.checked = boxes.length > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
}

function closeMenusBut(kept) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== kept) menu.open = false;
}

let typed = 0;
if (card()) {
  document.addEventListener("input", (event) => {
    if (event.target.id !== "q") return;
    clearTimeout(typed);
    typed = setTimeout(find, TYPED_MS);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "find") return;
    event.preventDefault();
    clearTimeout(typed);
    find();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "sort") find();
    if (event.target.id === "select-all") {
      for (const box of document.querySelectorAll("#documents input[name=document]")) box.checked = event.target.checked;
    }
    countSelected();
  });
  document.addEventListener("put", (event) => {
    countSelected();
    if (event.target.id === "card") lookLater(); // what came may say that something is being read
  });
  document.addEventListener("toggle", (event) => event.target.open && closeMenusBut(event.target), true);
  document.addEventListener("click", (event) => closeMenusBut(event.target.closest(".menu")));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.activeElement?.closest(".menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);
  lookLater();
}
