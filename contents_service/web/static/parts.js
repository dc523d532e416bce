// Replacing regions of this page with those of a fetched one, without losing what a person is doing.

export const REGIONS = ["card", "preview", "searching", "picker", "read"];

const OPEN = new Set(["DETAILS"]);

const MORPH = {
  morphStyle: "outerHTML",
  restoreFocus: true,
  callbacks: {
    // An open menu stays open and a selected document stays selected, whatever has changed on the server.
    beforeAttributeUpdated: (name, node) =>
      !(name === "open" && OPEN.has(node.tagName)) && !(name === "checked" && node.type === "checkbox"),
    beforeNodeMorphed: (current, fetched) => !current.hasAttribute?.("data-keep") && !current.isEqualNode(fetched),
  },
};

export class FetchError extends Error {
  constructor(message, unreachable = false) {
    super(message);
    this.unreachable = unreachable;
  }
}

// Fetch a page. Returns its document and its final address; throws a FetchError with a message for the person.
export async function fetchPage(address, options = {}) {
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin", ...options });
  } catch {
    throw new FetchError("The service cannot be reached at the moment. Nothing you typed or chose is lost; try again.", true);
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (new URL(response.url).pathname.startsWith("/sign-in")) {
    throw new FetchError("You are no longer signed in. Reload this page to sign in again.");
  }
  if (!response.ok && !REGIONS.some((region) => page.getElementById(region))) {
    throw new FetchError(reason(page));
  }
  return { page, address: response.url };
}

function reason(page) {
  const message = page.getElementById("problem-says") ?? page.querySelector("h1");
  return message?.textContent.trim() || "That did not work. Try again.";
}

// Replace a region of this page with the same region of a fetched one. Returns whether both have it.
export function replaceRegion(region, page) {
  const current = document.getElementById(region);
  const fetched = page.getElementById(region);
  if (!current || !fetched) return false;
  // Keep what is being typed. Any other focused element, such as a button, is updated like the rest.
  const ignoreActiveValue = document.activeElement.matches("input, select");
  globalThis.Idiomorph.morph(current, document.adoptNode(fetched), { ...MORPH, ignoreActiveValue });
  const updated = document.getElementById(region);
  updated.querySelector("[autofocus]")?.focus();
  updated.dispatchEvent(new CustomEvent("region-replaced", { bubbles: true }));
  return true;
}

export function showNotice(message) {
  showMessage("notice", message);
}

// Announce to screen readers what the page already shows elsewhere.
export function announce(message) {
  showMessage("notice", message, true);
}

// Clear a notice, if it is still the current one.
export function clearNotice(message) {
  if (document.getElementById("notice").textContent === message) showMessage("notice", "");
}

let unreachable = false;

export function showError(message, isUnreachable = false) {
  unreachable = isUnreachable;
  showMessage("trouble", message);
}

// The service answers again: clear the error that it could not be reached.
export function clearUnreachable() {
  if (unreachable) showError("");
}

const NOTICE_MS = 8000;
const timers = new Map();

function showMessage(id, message, isForScreenReaders = false) {
  const element = document.getElementById(id);
  if (element.textContent === message) return;
  element.classList.toggle("unseen", isForScreenReaders);
  element.textContent = message;
  clearTimeout(timers.get(id));
  if (message && id === "notice") timers.set(id, setTimeout(() => (element.textContent = ""), NOTICE_MS));
}

addEventListener("online", clearUnreachable);

// The address without the notice of what was done, which is shown once.
export function withoutNotice(address) {
  const plain = new URL(address);
  plain.searchParams.delete("did");
  plain.searchParams.delete("n");
  return plain.href;
}
