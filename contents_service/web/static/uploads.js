// Uploads of files that are dropped on the page or chosen: each has its progress, and can be tried again after an error.

import { refreshSoon } from "./card.js";
import { announce, showNotice } from "./parts.js";

const MAX_CONCURRENT = 3;
const queue = [];
const uploaded = [];
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
    this.bar.setAttribute("aria-label", `Uploading ${path}`);
    this.buttons = element("p", "acts");
    this.item.append(element("span", "path", path), this.state, this.bar, this.buttons);
    list().append(this.item);
  }

  start(replacing) {
    this.item.classList.remove("failed");
    this.buttons.replaceChildren();
    this.bar.hidden = false;
    if (this.file.size > this.limit) {
      return Promise.resolve(this.fail(`It is ${size(this.file.size)}; the limit is ${size(this.limit)}.`, []));
    }
    return new Promise((resolve) => this.send(replacing, resolve));
  }

  send(replacing, resolve) {
    const request = new XMLHttpRequest();
    request.open("PUT", `${uploadAddress()}?path=${encodeURIComponent(this.path)}`);
    if (replacing) request.setRequestHeader("If-Match", `"${replacing}"`);
    request.upload.onprogress = (event) => this.progress(event.loaded);
    request.onload = () => resolve(this.end(request));
    request.onerror = () => resolve(this.fail("The service could not be reached.", [this.retryButton()]));
    this.state.textContent = "Uploading";
    request.send(this.file);
  }

  progress(loaded) {
    this.bar.value = this.file.size ? loaded / this.file.size : 1;
    this.state.textContent = loaded < this.file.size ? `${size(loaded)} of ${size(this.file.size)}` : "Uploading";
  }

  end(request) {
    const answer = parseJson(request.responseText);
    if (request.status === 200) return this.done();
    if (request.status === 409 && answer.sha256) {
      return this.fail("A different file of this name is in the Home Folder.", [
        button("Keep both", () => this.restart(nextName(this.path))),
        button("Replace it", () => this.restart(this.path, answer.sha256)),
        button("Skip", () => this.remove()),
      ]);
    }
    return this.fail(answer.detail || "It could not be uploaded.", request.status === 413 ? [] : [this.retryButton()]);
  }

  done() {
    this.item.remove();
    uploaded.push(this.path);
    refreshSoon();
  }

  fail(reason, buttons) {
    this.item.classList.add("failed");
    this.bar.hidden = true;
    this.state.textContent = reason;
    this.buttons.replaceChildren(...buttons, ...(buttons.length > 1 ? [] : [button("Dismiss", () => this.remove())]));
    announce(`${this.path}: ${reason}`);
  }

  retryButton() {
    return button("Try again", () => this.restart(this.path));
  }

  restart(path, replacing) {
    this.path = path;
    this.item.querySelector(".path").textContent = path;
    enqueue(this, replacing);
  }

  remove() {
    this.item.remove();
  }
}

// Return `guide (2).md` for `guide.md`, and `guide (3).md` for that.
export function nextName(path) {
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
  while (running < MAX_CONCURRENT && queue.length) {
    const [upload, replacing] = queue.shift();
    running += 1;
    upload.start(replacing).finally(() => {
      running -= 1;
      next();
      if (!running && uploaded.length) showUploaded();
    });
  }
}

// Show one notice for all files of a batch.
function showUploaded() {
  showNotice(uploaded.length === 1 ? `${uploaded[0]} is uploaded and added.` : `${uploaded.length} files are uploaded and added.`);
  uploaded.length = 0;
}

const uploadAddress = () => document.getElementById("drop").dataset.upload;

function uploadFiles(files, folder) {
  const limit = Number(document.getElementById("drop").dataset.limit);
  const visible = files.filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")));
  for (const { file, path } of visible) enqueue(new Upload(file, folder ? `${folder}/${path}` : path, limit));
  if (visible.length < files.length) showNotice(`${files.length - visible.length} hidden files were left out.`);
}

// Return every dropped file, those in folders too, with its path. The entries are taken before the first await: the
// browser clears them when the event is over.
async function droppedFiles(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter(Boolean);
  const found = [];
  for (const each of entries) {
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

function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function button(name, onClick) {
  const made = element("button", "small", name);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

function parseJson(text) {
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
    uploadFiles(await droppedFiles(event.dataTransfer), "");
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "upload-form") return;
    event.preventDefault();
    const files = [...event.target.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
    if (!files.length) return showNotice("Choose at least one file.");
    uploadFiles(files.map((file) => ({ file, path: file.webkitRelativePath || file.name })), event.target.into.value.trim());
    document.getElementById("dialog").close();
  });
  addEventListener("beforeunload", (event) => (running || queue.length) && event.preventDefault());
}
