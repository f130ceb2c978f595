// @ts-check
// Small helpers: elements, numbers, links, and words with a meaning.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | (Leaf | Leaf[])[]} Child */
/** @typedef {Record<string, any>} Attributes functions are listeners of the event after "on" */

/** @type {Record<string, string>} Whom to tell about a problem, by the actor of its rule. */
const actorNames = {app: "the developers of the app", sdk: "the vendor of the ad SDK",
  network: "the ad network", user: "nobody, because the user did it"};
const severitySigns = new Map([["error", "●"], ["warning", "◆"], ["info", "■"]]);
/** @type {Map<string, string>} The meanings of words, as soon as the module has given them. */
const meanings = new Map();

/** @param {any} value @returns {boolean} */
const isThere = (value) => value !== null && value !== undefined && value !== false;

/**
 * Sets attributes and appends children; null, undefined and false are left out.
 * @template {Element} T
 * @param {T} element @param {Attributes} attributes @param {Child[]} children @returns {T}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (isThere(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (children.flat(2).filter(isThere)));
  return element;
}

/**
 * Makes an HTML element. Texts never become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** @param {string} tag @param {Attributes} [attributes] @param {...Child} children */
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return filled(/** @type {SVGElement} */ (element), attributes, children);
}

/** @param {string} id @returns {HTMLElement} an element of page.html */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} label @param {(event: Event) => void} onclick @param {Attributes} [more] */
const button = (label, onclick, more) => el("button", {type: "button", onclick, ...more}, label);

/** @param {[string, Child][]} all @returns {HTMLElement[]} rows of a list of names and values */
const pairs = (all) => all.map(([name, value]) => (
  el("div", {}, el("dt", {}, name), el("dd", {}, value))));

/** @param {string} text @returns {Leaf[]} the text, with the parts between backquotes as code */
function withCode(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 ? el("code", {}, part) : part));
}

/** @param {number} value @returns {string} a number such as 3,145 or 12.3 */
const grouped = (value) => value.toLocaleString("en-US", {maximumFractionDigits: 1});

/** @param {number} value @param {string} noun @returns {string} such as "2 sessions" */
const plural = (value, noun) => `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;

/** @param {string} sentence what a screen reader says */
const announce = (sentence) => { byId("status").textContent = sentence; };

/** @param {string} severity @returns {HTMLElement} the severity as a sign and a word */
function severityMark(severity) {
  const sign = el("span", {"aria-hidden": "true"}, severitySigns.get(severity));
  return el("span", {class: `severity ${severity}`}, sign, ` ${severity}`);
}

/** @param {string} key @param {number | null} [seq] @returns {string} the link of a record */
const sessionHash = (key, seq) => `#session/${encodeURIComponent(key)}${seq ? `/${seq}` : ""}`;

/** @param {{title: string, url: string}[]} links to public pages */
function outsideLinks(links) {
  const safe = links.filter(({url}) => url.startsWith("https://"));
  return el("ul", {class: "links"}, ...safe.map(({title, url: href}) => (
    el("li", {}, el("a", {href, rel: "noreferrer", target: "_blank"}, title)))));
}

/** @param {string} word @param {string} [text] @returns {Node} a button, if the word is known */
function wordNote(word, text = word) {
  const title = meanings.get(word);
  return title ? button(text, () => showGlossary(word), {class: "word", title})
    : document.createTextNode(text);
}

/** @param {string} [word] the word at which the glossary opens */
function showGlossary(word) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("glossary"));
  const entries = [...meanings].flatMap(([name, meaning]) => [
    el("dt", {class: name === word ? "sought" : null}, el("dfn", {}, name)),
    el("dd", {}, ...withCode(meaning))]);
  dialog.replaceChildren(
    el("div", {class: "head"}, el("h2", {id: "glossary-title"}, "Glossary"),
      button("Close", () => dialog.close())),
    entries.length ? el("dl", {}, ...entries) : el("p", {}, "Open a journal first."));
  dialog.showModal();
  dialog.querySelector(".sought")?.scrollIntoView({block: "center"});
}

/** @param {string} label @param {() => string} text @returns {HTMLElement} a button */
function copyButton(label, text) {
  const copy = button(label, async () => {
    const done = navigator.clipboard?.writeText(text()).then(() => "Copied", () => null);
    copy.textContent = await done ?? "The browser does not allow it";
    announce(copy.textContent);
    setTimeout(() => { copy.textContent = label; }, 2000);
  });
  return copy;
}

/** @returns {string} the name of the file that the page is */
const pageName = () => decodeURIComponent(location.pathname.replace(/^.*\//, ""));

/** @returns {string} the address of what is shown; a file has another one on each machine */
const address = () => (location.protocol.startsWith("http") ? location.href
  : `${location.hash || "#fleet"} (open your copy of ${pageName()} and add it to the address)`);

/** @returns {HTMLElement} the button that copies the address of what is shown */
const copyLink = () => copyButton("Copy link", address);
