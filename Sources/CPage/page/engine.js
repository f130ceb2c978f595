// @ts-check
// The engine: a worker with the module, a promise for each request, and journals of all sources.

/** @typedef {{name: string, bytes?: Uint8Array, blob?: Blob, base64?: string}} JournalFile */
/** @typedef {{total?: number, progress?: number, early?: string}} News of an audit */
/** @typedef {(request: Record<string, any>) => Promise<any>} Ask */
/** @typedef {ReturnType<typeof startEngine>} Engine */

/** @type {any} The module: its text, and as soon as a worker has compiled it, the result. */
let moduleSource = byId("module").textContent ?? "";
const workerScript = new Blob([byId("worker").textContent ?? ""], {type: "text/javascript"});
const workerAddress = URL.createObjectURL(workerScript);

/** Starts a worker with the module, for one audit and requests about it. */
function startEngine() {
  const worker = new Worker(workerAddress);
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const calls = new Map();
  /** @type {Error | null} */
  let failure = null;
  /** @type {(news: News) => void} */
  let hear = () => {};
  let lastCall = 0;
  /** @param {string} sentence why nothing more is answered */
  function fail(sentence) {
    failure ??= new Error(sentence);
    for (const call of calls.values()) call.reject(failure);
    calls.clear();
  }
  /** @param {any} message @returns {Promise<any>} the value that the worker returns */
  function call(message) {
    if (failure) return Promise.reject(failure);
    const id = ++lastCall;
    worker.postMessage({...message, id});
    return new Promise((resolve, reject) => { calls.set(id, {resolve, reject}); });
  }
  worker.onerror = (event) => fail(`The audit could not start: ${event.message}`);
  worker.onmessage = ({data}) => {
    if (data.failed) fail(`The audit stopped (${data.failed}). Try fewer journals at once.`);
    if (data.id === undefined) return hear(data);
    calls.get(data.id)?.resolve(data.value);
    calls.delete(data.id);
  };
  const ready = call({source: moduleSource}).then((module) => { moduleSource = module; });
  ready.catch(() => {}); // Each call reports the failure.
  /** @type {Ask} */
  const ask = (request) => call({ask: JSON.stringify(request)})
    .then((text) => JSON.parse(text), (error) => ({error: error.message}));
  /** @type {(journals: JournalFile[], heard: (news: News) => void) => Promise<string[]>} */
  const audit = (journals, heard) => {
    hear = heard;
    const settings = document.getElementById("settings")?.textContent ?? "";
    return call({journals, settings}); // What was wrong with files.
  };
  /** @type {(sentence: string) => void} */
  const close = (sentence) => {
    worker.terminate();
    fail(sentence);
  };
  /** @param {JournalFile[]} journals */
  const auditJSON = (journals) => call({journals, isJSON: true});
  return {ready, audit, auditJSON, ask, close};
}

/** @param {JournalFile[]} journals @returns {Promise<string>} as `audit --format json` prints */
function auditAlone(journals) {
  const one = startEngine();
  return one.auditJSON(journals).finally(() => one.close("The audit has ended."));
}

/** @returns {JournalFile[]} the journals that a report carries */
function embeddedJournals() {
  return [...document.querySelectorAll("script.journal")].map((block) => (
    {name: block.getAttribute("data-name") ?? "", base64: block.textContent ?? ""}));
}

/** @param {string} name @returns {boolean} whether a file of a folder is a journal */
const isJournal = (name) => /\.jsonl(\.gz)?$/.test(name);

/** @param {JournalFile[]} files @returns {JournalFile[]} by name, as the command reads a folder */
const inOrder = (files) => files.sort((one, other) => (one.name < other.name ? -1 : 1));

/** @param {FileList} files that were chosen @returns {JournalFile[]} */
function chosenJournals(files) {
  const all = [...files].map((blob) => ({name: blob.webkitRelativePath || blob.name, blob}));
  return inOrder(all.filter(({name}) => !name.includes("/") || isJournal(name)));
}

/** @param {any} folder a handle, or an entry of the older interface @returns {Promise<any[]>} */
async function partsOf(folder) {
  const all = [];
  if (folder.values) {
    for await (const part of folder.values()) all.push(part);
    return all;
  }
  const reader = folder.createReader();
  const next = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  for (let some = await next(); some.length > 0; some = await next()) all.push(...some);
  return all;
}

/** @param {any[]} parts @param {string} path of their folder @returns {Promise<JournalFile[]>} */
async function journalsOf(parts, path) {
  const found = [];
  for (const part of parts) {
    const name = path + part.name;
    const isFolder = part.kind === "directory" || part.isDirectory;
    if (isFolder) found.push(...await journalsOf(await partsOf(part), `${name}/`));
    if (isFolder || (path && !isJournal(name))) continue;
    const blob = part.getFile ? await part.getFile()
      : await new Promise((resolve, reject) => part.file(resolve, reject));
    found.push({name, blob});
  }
  return found;
}

// In a page that is a file, Chromium reads handles only; other browsers have entries only.
/** @param {DataTransfer} transfer @returns {Promise<JournalFile[]>} what was dropped */
async function droppedJournals(transfer) {
  const items = [.../** @type {any} */ (transfer.items)].filter(({kind}) => kind === "file");
  const parts = items.map((item) => item.getAsFileSystemHandle?.() ?? item.webkitGetAsEntry());
  return inOrder(await journalsOf(await Promise.all(parts), ""));
}
