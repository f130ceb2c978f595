// @ts-check
// The page: what is open, what is shown, and how journals come in.

/** @typedef {Engine | null} MaybeEngine of the shown journals, of the next ones, at work, and of
 *   those that come back if the ones at work have no session */
let engine = /** @type {MaybeEngine} */ (null);
let spareEngine = /** @type {MaybeEngine} */ (null);
let readingEngine = /** @type {MaybeEngine} */ (null);
let keptEngine = /** @type {MaybeEngine} */ (null);
let view = /** @type {View | null} */ (null);
let viewPath = "";
/** @type {string[]} What was wrong with files before the audit. */
let fileNotes = [];
/** What stands above everything on paper, apart from the date. */
let paperLine = "";
/** Counts the routes that were asked for, so that late answers are dropped. */
let turns = 0;
/** Whether the address changed by a link of the page, not by back, forward or the address bar. */
let isFollowed = false;
/** @type {Map<string, number>} How far each address was scrolled. */
const scrolled = new Map();
const main = byId("main");

/** Whether the page is a report, which carries journals. */
const isReport = document.querySelector("script.journal") !== null;

/** @param {string} sentence what went wrong, above everything, until journals are opened */
const notify = (sentence) => { byId("notice").textContent = sentence; };

/** @type {Ask} an answer of the module, or one with the member "error" */
const tryAsk = async (request) => engine?.ask(request) ?? {error: "No journal is open."};

/** @type {Ask} an answer of the module; throws its error */
async function ask(request) {
  const answer = await tryAsk(request);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** @returns {Route} what the address says */
function currentRoute() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [name, ...args] = path.split("/");
  const {sort = "", ...filter} = Object.fromEntries(new URLSearchParams(query));
  const decoded = args.map((text) => new URLSearchParams(`text=${text}`).get("text") ?? "");
  return {name: name || "fleet", args: decoded, filter, sort};
}

/** @param {string} hash where to go @param {boolean} isSame without a new entry of the history */
function navigate(hash, isSame) {
  if (!isSame) { location.hash = hash; return; }
  history.replaceState(null, "", hash);
  showRoute();
}

/** @returns {View} a session, drawn by session.js */
function sessionView() {
  /** @type {{goto: (seq: number) => void, close: () => void} | null} */
  let shown = null;
  let count = -1;
  return {
    close: () => shown?.close(),
    async draw({args: [key, record]}, isChanged) {
      const seq = record ? Number(record) : null;
      if (shown && !isChanged) return () => { if (seq !== null) shown?.goto(seq); };
      const answer = await ask({ask: "session", key});
      if (answer.count === count) return () => {};
      return () => {
        shown?.close();
        main.replaceChildren();
        shown = showSession(main, answer, tryAsk, seq);
        count = answer.count;
      };
    },
  };
}

/** @type {Map<string, (name: string) => View>} The views by the name of a route. */
const viewMakers = new Map([["session", sessionView], ["sessions", sessionsView],
  ["problem", problemView], ["rule", problemView]]);

/** Shows what the address says, as soon as journals are open. */
async function showRoute(isChanged = false) {
  const route = currentRoute();
  document.getElementById("waiting")?.toggleAttribute("hidden", route.name === "fleet");
  if (!engine) return;
  const path = `${route.name}/${route.args[0] ?? ""}`;
  const isNew = !view || path !== viewPath;
  const before = view;
  if (isNew) view = (viewMakers.get(route.name) ?? fleetView)(route.name);
  viewPath = path;
  const turn = ++turns;
  const show = await /** @type {View} */ (view).draw(route, isChanged).catch((error) => () => {
    main.replaceChildren(el("h1", {tabindex: -1}, "Not found"),
      el("p", {role: "alert"}, error.message),
      el("p", {}, el("a", {href: "#fleet"}, "All problems")));
    view = null;
  });
  if (isNew) before?.close?.();
  if (turn !== turns) return;
  show();
  if (!isNew) return;
  const heading = main.querySelector("h1");
  document.title = `${heading?.textContent ?? "Journals"} – adjournal`;
  if (isFollowed) heading?.focus({preventScroll: true});
  scrollTo(0, isFollowed ? 0 : scrolled.get(location.hash) ?? 0);
  isFollowed = false;
}

/** The page without journals. */
function showStart() {
  const open = (/** @type {string} */ id) => () => byId(id).click();
  main.replaceChildren(el("div", {class: "start"},
    el("h1", {tabindex: -1}, "Drop journals here"),
    el("p", {}, "Files (.jsonl, .jsonl.gz), several at once, or a folder. They are audited in "
      + "this browser; nothing leaves this machine."),
    el("p", {class: "actions"}, button("Open files", open("files"), {class: "main"}),
      button("Open a folder", open("folder")),
      isReport && button("Read this report again", reread)),
    el("p", {id: "waiting", hidden: true}, "The link opens as soon as its journals are open.")));
  showRoute();
}

/** @param {number} count of journals @returns {(news: News) => void} shows the progress */
function showReading(count) {
  const bar = el("progress", {"aria-label": "Reading"});
  const line = el("p", {class: "facts"}, `Opening ${plural(count, "file")} …`);
  const first = el("section", {"aria-label": "First problems"});
  let total = 0, sessions = "";
  main.replaceChildren(el("h1", {tabindex: -1}, "Reading journals"), bar, line,
    el("p", {id: "waiting", hidden: true}, "The link opens when everything is read."),
    el("p", {}, button("Stop", () => readingEngine?.close("Reading was stopped."))), first);
  showRoute();
  return async (news) => {
    if (news.total !== undefined) total = Math.max(1, news.total);
    if (news.progress !== undefined && total) {
      bar.value = Math.min(1, news.progress / total);
      const size = grouped(total / 1e6);
      line.textContent = `${Math.floor(bar.value * 100)} % of ${size} MB${sessions}`;
    }
    if (!news.early) return;
    const answer = JSON.parse(news.early);
    sessions = `, ${plural(answer.sessions, "session")}`;
    const table = await problemTable(answer, {name: "", args: [], filter: {}, sort: ""});
    first.replaceChildren(el("h2", {}, `So far: ${answer.summary}`), table);
    announce(`${Math.floor(bar.value * 100)} %${sessions}, ${answer.summary}`);
  };
}

const reread = () => load(embeddedJournals());

/** @param {Engine} next has read journals @param {string[]} notes what was wrong with the files
 * @param {JournalFile[]} journals @returns {Promise<any>} an error if there is no session */
async function checkedFleet(next, notes, [{name}, ...others]) {
  const fleet = await next.ask({ask: "fleet", filter: {}});
  if (fleet.sessions !== 0) return fleet;
  const lines = [...notes, ...fleet.unread, ...fleet.damage];
  const rest = lines.length > 3 ? [`and ${grouped(lines.length - 3)} more`] : [];
  const more = others.length > 0 ? " and others" : "";
  const empty = `${name.replace(/\p{C}/gu, "\ufffd")}${more}: no session`;
  throw new Error(`Not opened: ${[...lines.slice(0, 3), ...rest].join("; ") || empty}.`);
}

/** @param {string} sentence why reading ended without journals; those of before come back */
function stay(sentence) {
  [engine, keptEngine, readingEngine] = [engine ?? keptEngine, null, null];
  document.body.classList.toggle("open", engine !== null);
  notify(sentence);
  if (!engine) showStart();
  else if (!view) showRoute();
}

/**
 * Reads journals and shows them. Those that are open stay if the new ones have no session.
 * @param {JournalFile[]} journals @param {boolean} isQuiet the view stays meanwhile
 */
async function load(journals, isQuiet = false) {
  notify(journals.length > 0 ? "" : "No journal (.jsonl, .jsonl.gz) is in there.");
  if (journals.length === 0) return;
  readingEngine?.close("Other journals were opened.");
  const next = spareEngine ?? startEngine();
  spareEngine = null;
  readingEngine = next;
  if (!isQuiet) {
    view?.close?.();
    view = null;
    [keptEngine, engine] = [engine ?? keptEngine, null];
    document.body.classList.remove("open");
  }
  try {
    const notes = await next.audit(journals, isQuiet ? () => {} : showReading(journals.length));
    const {summary} = await checkedFleet(next, notes, journals);
    const others = journals.length > 1 ? ` and ${plural(journals.length - 1, "other file")}` : "";
    const name = "base64" in journals[0] ? pageName() : journals[0].name + others;
    paperLine = `${name} · ${summary}`;
    fileNotes = notes;
    const answer = await next.ask({ask: "words"});
    for (const {word, meaning} of answer.words ?? []) meanings.set(word, meaning);
  } catch (error) {
    if (readingEngine === next) stay(/** @type {Error} */ (error).message);
    return next.close("These journals are not open.");
  }
  for (const old of [engine, keptEngine]) old?.close("Newer journals are open.");
  [engine, keptEngine, readingEngine] = [next, null, null];
  byId("reopen").hidden = !isReport || "base64" in journals[0];
  await showRoute(true);
  document.body.classList.add("open");
  if (!isQuiet) announce("All journals are read.");
}

/** Lets files in: chosen ones, and what is dropped anywhere on the page. */
function listenForFiles() {
  for (const id of ["files", "folder"]) {
    const input = /** @type {HTMLInputElement} */ (byId(id));
    byId(`open-${id}`).onclick = () => input.click();
    input.onchange = () => {
      if (input.files?.length) load(chosenJournals(input.files));
      input.value = "";
    };
  }
  for (const name of /** @type {const} */ (["dragover", "dragleave", "drop"])) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      document.body.classList.toggle("dragging", name === "dragover");
      if (name !== "drop" || !event.dataTransfer) return;
      droppedJournals(event.dataTransfer).then((files) => load(files))
        .catch((error) => notify(error.message));
    });
  }
}

/** @param {string} address the events of `adjournal follow --serve` */
function follow(address) {
  const line = byId("live");
  let reading = Promise.resolve();
  let isStale = false;
  /** @param {string} name @returns {Promise<Response>} */
  async function get(name, query = "") {
    const response = await fetch(address.replace(/^events/, name) + query);
    if (!response.ok) throw new Error(response.statusText);
    return response;
  }
  /** @param {string} name @returns {Promise<JournalFile>} */
  async function journal(name) {
    const response = await get("file", `&name=${encodeURIComponent(name)}`);
    return {name, bytes: new Uint8Array(await response.arrayBuffer())};
  }
  async function read() {
    isStale = false;
    const journals = await Promise.all((await (await get("files")).json()).map(journal));
    if (journals.length > 0) await load(journals, engine !== null);
    line.textContent = `live, last change ${new Date().toLocaleTimeString()}`;
  }
  const lost = () => { line.textContent = "not live: adjournal does not answer"; };
  const changed = () => {
    if (!isStale) reading = reading.then(read).catch(lost);
    isStale = true;
  };
  line.hidden = false;
  Object.assign(new EventSource(address), {onopen: changed, onmessage: changed, onerror: lost});
}

// The start.
history.scrollRestoration = "manual";
listenForFiles();
byId("open-glossary").onclick = () => showGlossary();
byId("reopen").onclick = reread;
byId("skip").onclick = () => main.focus();
document.addEventListener("click", ({target}) => {
  scrolled.set(location.hash, scrollY);
  isFollowed = target instanceof Element && target.closest("a[href^='#']") !== null;
});
window.addEventListener("beforeprint", () => {
  byId("paper").textContent = `${paperLine} · printed ${new Date().toLocaleDateString("en-CA")}`;
});
window.addEventListener("hashchange", () => showRoute());
spareEngine = startEngine();
spareEngine.ready.catch((error) => notify(error.message));
Object.assign(window, {adjournal: {ready: spareEngine.ready, audit: auditAlone, load}});
showStart();
const live = document.querySelector("meta[name=live]")?.getAttribute("content");
if (live) follow(live);
else if (isReport) reread();
