// Files dropped on the page or chosen: each is stored on its own, with how far it has come, and none is lost by an error.

import { lookSoon } from "./card.js";
import { announce, say } from "./parts.js";

const AT_ONCE = 3;
const queue = [];
const stored = [];
let running = 0;

const list = () => document.getElementById("uploads");

class Upload {
  constructor(file, path, limit) {
    this.file = file;
    this.path = path;
    this.limit = limit;
    this.item = element("li", "upload");
    this.state = element("span", "state", "Waiting");
    this.bar = element("progress");
    this.bar.max = 1;
    this.bar.value = 0;
    this.bar.setAttribute("aria-label", `Storing ${path}`);
    this.acts = element("p", "acts");
    this.item.append(element("span", "path", path), this.state, this.bar, this.acts);
    list().append(this.item);
  }

  begin(replacing) {
    this.item.classList.remove("failed");
    this.acts.replaceChildren();
    this.bar.hidden = false;
    if (this.file.size > this.limit) {
      return Promise.resolve(this.fail(`It is ${size(this.file.size)}; files of up to ${size(this.limit)} are taken.`, []));
    }
    return new Promise((resolve) => this.send(replacing, resolve));
  }

  send(replacing, resolve) {
    const request = new XMLHttpRequest();
    request.open("PUT", `${action()}?path=${encodeURIComponent(this.path)}`);
    if (replacing) request.setRequestHeader("If-Match", `"${replacing}"`);
    request.upload.onprogress = (event) => this.progress(event.loaded);
    request.onload = () => resolve(this.end(request));
    request.onerror = () => resolve(this.fail("The service could not be reached.", [this.again()]));
    this.state.textContent = "Storing";
    request.send(this.file);
  }

  progress(loaded) {
    this.bar.value = this.file.size ? loaded / this.file.size : 1;
    this.state.textContent = loaded < this.file.size ? `${size(loaded)} of ${size(this.file.size)}` : "Storing";
  }

  end(request) {
    const told = parsed(request.responseText);
    if (request.status === 200) return this.done();
    if (request.status === 409 && told.sha256) {
      return this.fail("A different file of this name is in the Home Folder.", [
        button("Keep both", () => this.anew(beside(this.path))),
        button("Replace it", () => this.anew(this.path, told.sha256)),
        button("Skip", () => this.leave()),
      ]);
    }
    return this.fail(told.detail || "It could not be stored.", request.status === 413 ? [] : [this.again()]);
  }

  done() {
    this.item.remove();
    stored.push(this.path);
    lookSoon();
  }

  fail(why, acts) {
    this.item.classList.add("failed");
    this.bar.hidden = true;
    this.state.textContent = why;
    this.acts.replaceChildren(...acts, ...(acts.length > 1 ? [] : [button("Dismiss", () => this.leave())]));
    announce(`${this.path}: ${why}`);
  }

  again() {
    return button("Try again", () => this.anew(this.path));
  }

  anew(path, replacing) {
    this.path = path;
    this.item.querySelector(".path").textContent = path;
    enqueue(this, replacing);
  }

  leave() {
    this.item.remove();
  }
}

// `guide (2).md` for `guide.md`, and `guide (3).md` for that.
export function beside(path) {
  const at = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  const end = dot > at ? dot : path.length;
  const [, stem, number] = path.slice(at, end).match(/^(.*?)(?: \((\d+)\))?$/s);
  return `${path.slice(0, at)}${stem} (${number ? Number(number) + 1 : 2})${path.slice(end)}`;
}

function enqueue(upload, replacing) {
  queue.push([upload, replacing]);
  next();
}

function next() {
  while (running < AT_ONCE && queue.length) {
    const [upload, replacing] = queue.shift();
    running += 1;
    upload.begin(replacing).finally(() => {
      running -= 1;
      next();
      if (!running && stored.length) tellStored();
    });
  }
}

// Say once what was stored of all that was dropped.
function tellStored() {
  say(stored.length === 1 ? `${stored[0]} is stored and given.` : `${stored.length} files are stored and given.`);
  stored.length = 0;
}

const action = () => document.getElementById("drop").dataset.upload;

function store(files, folder) {
  const limit = Number(document.getElementById("drop").dataset.limit);
  const plain = files.filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")));
  for (const { file, path } of plain) enqueue(new Upload(file, folder ? `${folder}/${path}` : path, limit));
  if (plain.length < files.length) say(`${files.length - plain.length} hidden files were left out.`);
}

// Everything in what was dropped, folders too, each file with its place in them. What was dropped is taken at once: the
// browser forgets it when the event is over.
async function dropped(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const taken = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter(Boolean);
  const found = [];
  for (const each of taken) {
    if (each instanceof File) found.push({ file: each, path: each.name });
    else await gather(each, found);
  }
  return found;
}

async function gather(entry, found) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({ file, path: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const each of some) await gather(each, found);
  }
}

function element(name, kind = "", text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function button(name, pressed) {
  const made = element("button", "small", name);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function size(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString("en")} kB`;
  return `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}

function holdsFiles(event) {
  return event.dataTransfer?.types.includes("Files");
}

if (document.getElementById("drop")) {
  let over = 0;
  const shade = () => document.body.classList.toggle("dropping", over > 0);
  addEventListener("dragenter", (event) => holdsFiles(event) && (over += 1, shade()));
  addEventListener("dragleave", (event) => holdsFiles(event) && (over -= 1, shade()));
  addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    over = 0;
    shade();
    store(await dropped(event.dataTransfer), "");
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "upload-form") return;
    event.preventDefault();
    const files = [...event.target.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
    if (!files.length) return say("Choose at least one file.");
    store(files.map((file) => ({ file, path: file.webkitRelativePath || file.name })), event.target.into.value.trim());
    document.getElementById("dialog").close();
  });
  addEventListener("beforeunload", (event) => (running || queue.length) && event.preventDefault());
}
