// @ts-check
// The list of records: filters, and a table of which only the rows in view are in the document.

/** @typedef {{i: number, seq: number, line: number, offset: string, clock: string, day: string,
 *   event: string, class: string, details: string, sign: string | null, violations: number[],
 *   gap: string | null}} RecordRow */

const rowsOfPage = 100, mostRowsShown = 60;

/** @param {() => Promise<void>} work @returns {() => Promise<void>} does it one at a time, and once
 *   more if it was called in the meantime */
function oneAtATime(work) {
  let isRunning = false, isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    for (isRunning = true; isWanted;) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
}

/** @param {(i: number) => void} goto @param {number} i
 * @returns {(click: MouseEvent) => void} goes to a record, unless a key asks for a new window */
function goesTo(goto, i) {
  return (click) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    goto(i);
  };
}

class RecordList {
  // Every record seen so far, and what to do when there are more.
  known = /** @type {Map<number, RecordRow>} */ (new Map());
  onload = () => {};
  // The selection: its pages (null for one that is asked for), and its number of rows.
  filter = /** @type {Record<string, any>} */ ({});
  isFiltered = false;
  pages = /** @type {Map<number, RecordRow[] | null>} */ (new Map());
  total = 0;
  // The current record, and its row in the selection.
  current = 0; place = 0;
  // Which rows are in the document, and their height in pixels.
  shown = ""; height = 38;

  /** @param {SessionAnswer} answer @param {Ask} ask @param {(i: number) => void} goto */
  constructor(answer, ask, goto) {
    this.answer = answer;
    this.ask = ask;
    this.goto = goto;
    // The roles stay when the style sheet lays rows out as grids.
    this.body = el("tbody", {role: "rowgroup"});
    const names = ["seq", "time", "clock", "event", "details"].map((name) =>
      el("th", {scope: "col", role: "columnheader"}, name));
    this.table = el("table", {role: "table", "aria-label": "Records"}, el("thead",
      {role: "rowgroup"}, el("tr", {role: "row", "aria-rowindex": 1}, ...names)), this.body);
    this.sizer = el("div", {class: "sizer"}, this.table);
    this.scroller = el("div", {class: "list", tabindex: 0, role: "region", "aria-label":
      "List of records; up and down arrow keys step", onscroll: () => this.render(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event)}, this.sizer);
    this.count = el("p", {class: "facts", role: "status"});
    this.element = el("section", {class: "records"}, el("h2", {}, "Records"), this.filters(),
      this.count, this.scroller);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.scroller);
    this.select({});
  }

  filters() {
    const units = new Set(this.answer.lanes.map((lane) => lane.unit).filter(Boolean));
    let timer = 0;
    const change = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.select(Object.fromEntries([...new FormData(form)].filter(
        ([, value]) => value).map(([name, value]) => [name, value === "on" || value]))), 150);
    };
    const form = el("form", {class: "filters", "aria-label": "Filter the records", oninput: change,
      onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
    ...[["event", "ad.*"], ["ad", "a-1"], ["unit"], ["text"]].map(([name, placeholder]) =>
      el("label", {}, name, el("input", {name, type: "search", placeholder,
        list: name === "unit" && "units"}))),
    el("label", {}, el("input", {name: "only_violations", type: "checkbox"}), "only violations"),
    el("datalist", {id: "units"}, ...[...units].map((value) => el("option", {value}))));
    return form;
  }

  /** @param {Record<string, any>} filter */
  select(filter) {
    this.filter = filter;
    this.isFiltered = Object.keys(filter).length > 0;
    this.pages = new Map();
    this.setTotal(this.isFiltered ? 0 : this.answer.count);
    this.resize();
    this.show(this.current);
  }

  clear() {
    this.element.querySelector("form")?.reset();
    this.select({});
  }

  /** @param {number} total */
  setTotal(total) {
    this.total = total;
    const all = plural(this.answer.count, "record");
    this.count.textContent = this.isFiltered ? `${grouped(total)} of ${all}` : all;
    if (this.isFiltered && total === 0 && this.pages.get(0)) this.count.replaceChildren(
      "No record matches. ", button("Clear the filters", () => this.clear()));
    this.table.setAttribute("aria-rowcount", String(total + 1));
    this.sizer.style.height = `${total * this.height}px`;
  }

  /** @param {Record<string, any>} range */
  request(range) {
    return this.ask({ask: "records", key: this.answer.key, ...this.filter, ...range});
  }

  /** @param {number} page */
  async load(page) {
    const {pages} = this;
    if (pages.has(page)) return;
    pages.set(page, null);
    const answer = await this.request({from: page * rowsOfPage, count: rowsOfPage});
    if (this.pages !== pages) return;
    pages.set(page, answer.rows ?? []);
    for (const row of answer.rows ?? []) this.known.set(row.i, row);
    this.setTotal(answer.total ?? 0);
    this.shown = "";
    this.render();
    this.onload();
    if (answer.error) this.count.textContent = answer.error;
  }

  resize() {
    this.height = matchMedia("screen and (max-width: 50rem)").matches ? 66 : 38;
    this.table.style.setProperty("--row", `${this.height}px`);
    this.setTotal(this.total);
    this.shown = "";
    this.reveal();
  }

  /** @param {number} i the record to mark and to scroll to, or the next one of the selection */
  show(i) {
    this.current = i;
    if (this.isFiltered) return void this.locate();
    this.place = i;
    this.reveal();
  }

  locate = oneAtATime(async () => {
    const {pages, current} = this;
    const answer = await this.request({from: 0, count: 1, near: current});
    if (current !== this.current || pages !== this.pages) return;
    this.setTotal(answer.total ?? 0);
    this.place = answer.near ?? Math.max(0, this.total - 1);
    this.reveal();
  });

  reveal() {
    const {scroller, height} = this, y = this.place * height, room = scroller.clientHeight - height;
    if (y < scroller.scrollTop || y > scroller.scrollTop + room) scroller.scrollTop = y - room / 2;
    this.render();
    this.mark();
  }

  /** Marks the row of the current record; the focus follows if it is in the table. */
  mark() {
    const hasFocus = this.body.contains(document.activeElement);
    for (const line of this.body.rows) {
      const isCurrent = line.dataset.i === String(this.current), link = line.querySelector("a");
      line.classList.toggle("current", isCurrent);
      line.ariaCurrent = isCurrent ? "true" : null;
      if (link) link.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent && hasFocus) link?.focus({preventScroll: true});
    }
  }

  /** @param {KeyboardEvent} event that steps through the selection */
  press(event) {
    const steps = /** @type {Record<string, number>} */ (
      {ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10});
    if (!steps[event.key] || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(this.total - 1, this.place + steps[event.key]));
    const i = this.isFiltered ? this.rowAt(place)?.i : place;
    if (i !== undefined) this.goto(i);
  }

  /** @param {number} place */
  rowAt(place) {
    return this.pages.get(Math.floor(place / rowsOfPage))?.[place % rowsOfPage];
  }

  /** Puts the rows in view into the document. */
  render() {
    // In steps of ten rows, so that most steps of the slider change no row.
    const top = Math.floor(this.scroller.scrollTop / this.height / 10) * 10 - 10;
    const first = Math.max(0, Math.min(top, this.total - mostRowsShown));
    const last = Math.min(this.total, first + mostRowsShown);
    for (let page = Math.floor(first / rowsOfPage); page * rowsOfPage < Math.max(1, last); page++) {
      this.load(page);
    }
    if (this.shown === `${first} ${last}`) return;
    this.shown = `${first} ${last}`;
    this.table.style.transform = `translateY(${first * this.height}px)`;
    const hasFocus = this.body.contains(document.activeElement);
    this.body.replaceChildren(...Array.from({length: last - first}, (_, n) => this.row(first + n)));
    if (hasFocus) (this.body.querySelector("a") ?? this.scroller).focus({preventScroll: true});
    this.mark();
  }

  /** @param {number} place */
  row(place) {
    const row = this.rowAt(place), index = {role: "row", "aria-rowindex": place + 2};
    if (!row) return el("tr", index, el("td", {role: "cell"}, "…"));
    const {i, seq, offset, clock, day, event, sign, gap} = row;
    const title = sign === "certain" ? "a violation became certain here" : "witness of a violation";
    const details = row.details.replace(/ca-app-pub-\d+\//g, "…/");
    const pills = row.violations.map((n) => el("span", {class: "pill", title}, n));
    const lost = gap && el("span", {class: "warning", title: gap}, `↥ ${gap.replace(/;.*$/, "")} `);
    const link = el("a", {href: sessionHash(this.answer.key, seq), tabindex: -1}, seq);
    const last = [lost, ...pills, details];
    const cells = [[link], [offset], [clock, day], [event], [last, row.details]];
    return el("tr", {...index, "data-i": i, class: `${row.class} ${sign ?? ""} ${gap ? "gap" : ""}`,
      onclick: goesTo(this.goto, i)}, ...cells.map(([content, hint]) =>
      el("td", {role: "cell", title: hint}, content)));
  }
}
