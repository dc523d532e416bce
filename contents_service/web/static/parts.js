// Putting parts of a page that was fetched in place of the same parts here, without losing what a person has in hand.

export const REGIONS = ["card", "preview", "searching", "picker", "read"];

const OPEN = new Set(["DETAILS"]);

const MORPH = {
  morphStyle: "outerHTML",
  restoreFocus: true,
  callbacks: {
    // A menu that is open stays open, and what is selected stays so, whatever is told of the documents meanwhile.
    beforeAttributeUpdated: (name, node) =>
      !(name === "open" && OPEN.has(node.tagName)) && !(name === "checked" && node.type === "checkbox"),
    beforeNodeMorphed: (here, come) => !here.hasAttribute?.("data-keep") && !here.isEqualNode(come),
  },
};

export class Refused extends Error {
  constructor(words, unreached = false) {
    super(words);
    this.unreached = unreached;
  }
}

// Fetch a page; its document, and the address that it came from. Refused says why there is none, in a person's words.
export async function fetched(address, options = {}) {
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin", ...options });
  } catch {
    throw new Refused("The service cannot be reached just now. Nothing you typed or chose is lost; try again.", true);
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (new URL(response.url).pathname.startsWith("/sign-in")) {
    throw new Refused("You are no longer signed in. Open this page anew to sign in again.");
  }
  if (!response.ok && !REGIONS.some((region) => page.getElementById(region))) {
    throw new Refused(reason(page));
  }
  return { page, address: response.url };
}

function reason(page) {
  const said = page.getElementById("problem-says") ?? page.querySelector("h1");
  return said?.textContent.trim() || "That did not work, and it is not known why. Try again.";
}

// Put a part of a fetched page in place of the one here; whether there was such a part.
export function put(region, page) {
  const here = document.getElementById(region);
  const come = page.getElementById(region);
  if (!here || !come) return false;
  // What is being typed stays; of any other thing in focus the words are to change with the rest.
  const ignoreActiveValue = document.activeElement.matches("input, select");
  globalThis.Idiomorph.morph(here, document.adoptNode(come), { ...MORPH, ignoreActiveValue });
  const now = document.getElementById(region);
  now.querySelector("[autofocus]")?.focus();
  now.dispatchEvent(new CustomEvent("put", { bubbles: true }));
  return true;
}

export function say(words) {
  tell("said", words);
}

// Say to those who hear the page what is in sight already where it happened.
export function announce(words) {
  tell("said", words, true);
}

// Take back what was said, if it is still what is said.
export function unsay(words) {
  if (document.getElementById("said").textContent === words) tell("said", "");
}

let unreached = false;

export function trouble(words, isUnreached = false) {
  unreached = isUnreached;
  tell("trouble", words);
}

// The service answers: that it did not is no longer true.
export function reached() {
  if (unreached) trouble("");
}

const GOES_AFTER_MS = 8000;
const going = new Map();

function tell(place, words, isSeenElsewhere = false) {
  const here = document.getElementById(place);
  if (here.textContent === words) return;
  here.classList.toggle("unseen", isSeenElsewhere);
  here.textContent = words;
  clearTimeout(going.get(place));
  if (words && place === "said") going.set(place, setTimeout(() => (here.textContent = ""), GOES_AFTER_MS));
}

addEventListener("online", reached);

// The address as it is kept: without what was done, which is said once.
export function settled(address) {
  const plain = new URL(address);
  plain.searchParams.delete("did");
  plain.searchParams.delete("n");
  return plain.href;
}
