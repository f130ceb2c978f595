// @ts-check
// The session view: what went wrong, the picture, the slider, the state, and the records.

/** @typedef {{change?: string, seq?: number | null, after_seq: number | null, t: number,
 *   from_t?: number | null, event: string, text: string, record: string}} Change */
/** @typedef {{facts: string[], records: Change[]} | null} Completion */

const listedAtFirst = 5, mostOfWitness = 24, restBeforeDue = 120;

/**
 * Fills an element with a session, at the record with a seq or at the first violation.
 * @param {HTMLElement} main @param {SessionAnswer} answer @param {Ask} ask
 * @param {number | null} [seq]
 * @returns {{goto: (seq: number | null) => void, close: () => void}}
 */
function showSession(main, answer, ask, seq) {
  const view = new SessionView(main, answer, ask);
  const goto = (/** @type {number | null | undefined} */ to) =>
    view.goto(view.indexOf(to ?? answer.violations[0]?.seq ?? answer.seq[0]));
  goto(seq);
  return {goto, close: () => view.close()};
}

/** @param {string} verdict */
const verdictText = (verdict) => verdict.replace("_", "-");

class SessionView {
  current = -1; rest = 0;
  closing = new AbortController();
  /** What is due at the record of the state, and where it is written. */
  due = el("dl");

  /** @param {HTMLElement} main @param {SessionAnswer} answer @param {Ask} ask */
  constructor(main, answer, ask) {
    this.answer = answer;
    this.ask = ask;
    this.records = new RecordList(answer, ask, this.goto);
    this.picture = new Picture(answer, this.goto);
    this.picture.nameOf = (i) => this.records.known.get(i)?.event ?? "";
    this.records.onload = () => {
      this.describe();
      this.picture.redraw();
    };
    this.slider = el("input", {type: "range", id: "record", min: 0, max: answer.count - 1, step: 1,
      oninput: () => this.goto(Number(this.slider.value))});
    this.output = el("output", {for: "record"});
    this.state = el("section", {class: "state", "aria-label": "State"});
    main.replaceChildren(...this.head(), this.player(), this.picture.element, pictureLegend(),
      el("div", {class: "beside"}, this.records.element, this.state), this.rules());
    document.addEventListener("keydown", (event) => this.press(event, main),
      {signal: this.closing.signal});
  }

  close() {
    this.closing.abort();
    this.picture.observer.disconnect();
    this.records.observer.disconnect();
    clearTimeout(this.rest);
  }

  /** @param {number} seq @returns {number} the index of the last record up to it */
  indexOf(seq) {
    return indexAfter(this.answer.seq, seq) - 1;
  }

  // What went wrong

  head() {
    const {session, file, facts, unshown, damage} = this.answer;
    return [
      el("div", {class: "title"}, el("h1", {tabindex: -1}, "Session ", el("code", {}, session)),
        copyLink()),
      el("p", {class: "verdict"}, this.sentence()),
      el("dl", {class: "session-facts"}, ...pairs([["file", file], ...facts.map(
        /** @returns {[string, Child]} */ ([name, value]) => (
          [name, name === "install" ? installLink(value) : value]))])),
      ...unshown.map((line) => el("p", {class: "facts"}, line)),
      ...damage.map((line) => el("p", {class: "error"}, line)), ...this.violations()];
  }

  sentence() {
    const {violations, count, verdicts} = this.answer, records = plural(count, "record");
    const open = verdicts.filter((one) => one.verdict === "inconclusive").length;
    const rest = open ? `; ${plural(open, "rule")} cannot be decided.` : ".";
    const counts = ["error", "warning", "info"].map((severity) => {
      const found = violations.filter((one) => one.severity === severity).length;
      return found ? [plural(found, severity.replace("info", "note"))] : [];
    });
    if (violations.length === 0) return `No violation in ${records}${rest}`;
    return `${plural(violations.length, "violation")} in ${records}: `
      + counts.flat().join(", ") + rest;
  }

  violations() {
    const {violations} = this.answer, list = el("ol", {class: "violations", role: "list"});
    const add = (/** @type {number} */ count) => {
      const from = list.children.length;
      list.append(...violations.slice(from, from + count).map((one) => this.violation(one)));
      const left = violations.length - list.children.length;
      more.textContent = `Show ${Math.min(left, 200)} more`;
      more.hidden = left === 0;
    };
    const more = button("", () => add(200));
    add(violations.length < listedAtFirst + 3 ? violations.length : listedAtFirst);
    window.addEventListener("beforeprint", () => add(violations.length),
      {signal: this.closing.signal});
    return [list, more];
  }

  /** @param {Violation} one */
  violation(one) {
    const {n, i, rule, problem} = one, late = one.late_ms;
    const [explain, explanation] = this.explainButton(rule, one.seq, one, `violation ${n}`);
    return el("li", {}, el("span", {class: "pill"}, n), " ", severityMark(one.severity), " ",
      el("a", {href: `#rule/${rule}`}, rule), ` ${one.because} `, explain, " ",
      el("small", {}, this.link(i),
        ` at ${clockText(this.answer.t[i])}`, late && `, ${durationText(late)} late`,
        one.follows && ` · follows from ${one.follows}`, problem && [" · ",
          el("a", {href: `#problem/${problem}`}, "all sessions with it")]), explanation);
  }

  /** @param {number} i @param {boolean} [isNamed] @returns {HTMLElement} a link to a record */
  link(i, isNamed = false) {
    const {key, seq} = this.answer, event = this.records.known.get(i)?.event ?? "";
    return el("a", {href: sessionHash(key, seq[i]), onclick: goesTo(this.goto, i)},
      `seq ${seq[i]}${isNamed ? ` ${event}` : ""}`);
  }

  // Explanations

  /** @param {string} rule @param {number | null} seq @param {Violation | null} violation
   * @param {string} what @returns {HTMLElement[]} a button, and the place of the explanation */
  explainButton(rule, seq, violation, what) {
    const place = el("div", {class: "explanation", role: "region", hidden: true,
      "aria-label": `Explanation of ${what}`});
    const opener = button("Explain", async () => {
      place.hidden = !place.hidden;
      opener.ariaExpanded = String(!place.hidden);
      this.picture.setGhosts("", []);
      if (place.hidden) return;
      if (seq !== null) this.goto(this.indexOf(seq));
      place.replaceChildren("Searching …");
      const answer = await this.ask({ask: "explain", key: this.answer.key, rule, seq});
      if (place.hidden) return;
      place.replaceChildren();
      filled(place, {}, answer.error ? [answer.error] : this.explanation(answer, violation));
      const changes = [answer.kept?.changes, answer.violating?.records, answer.holding?.records];
      this.picture.setGhosts(`${answer.kept ? "nearest correct history" : "possible records"} `
        + `(${what})`, changes.flatMap((list) => list ?? []).map((one) => this.ghost(one)));
    }, {"aria-expanded": "false", "aria-label": `Explain ${what}`});
    return [opener, place];
  }

  /** @param {Change} change @returns {Ghost} */
  ghost({change: kind = "add", seq, t, from_t, event}) {
    const {view} = this.picture, i = this.answer.seq.indexOf(seq ?? -1);
    const place = i < 0 ? view.pointOf(from_t ?? t) : i;
    const sign = {add: "+", remove: "−"}[kind] ?? "→";
    return {kind, at: kind === "remove" ? place : view.pointOf(t),
      from: kind === "move" ? place : null, text: `${sign} ${event}`};
  }

  /** @param {any} answer @param {Violation | null} violation @returns {Child[]} */
  explanation(answer, violation) {
    const {verdict, because, remedy, who, links, kept, violating, holding, notes} = answer;
    const named = violation?.witness.slice(-mostOfWitness) ?? [];
    const earlier = (violation?.witness.length ?? 0) - named.length;
    // The first notes repeat the history that is listed: a title, and a line for each change.
    const told = kept && notes[0]?.startsWith("nearest correct") ? kept.changes.length + 1 : 0;
    const more = notes.filter((/** @type {string} */ note, /** @type {number} */ n) => (
      n >= told || / from it\b| and its answer /.test(note)));
    const actor = /** @type {Record<string, string>} */ (actorNames)[who] ?? who;
    return [
      el("p", {}, wordNote(verdictText(verdict)), `: ${because}`),
      violation && el("p", {}, wordNote("witness", "Witness"), ": ",
        earlier > 0 && `${plural(earlier, "earlier record")}, `,
        ...named.map((i, n) => [n ? ", " : "", this.link(i, true)])),
      remedy && el("p", {}, el("b", {}, "What to change: "), ...withCode(remedy)),
      el("p", {}, el("b", {}, "Whom to tell: "), actor), links.length > 0 && outsideLinks(links),
      ...this.completion("Nearest correct history", kept && {facts: [], records: kept.changes}),
      ...this.completion("It would be violated with", violating),
      ...this.completion("It would be kept with", holding),
      ...more.map((/** @type {string} */ note) => el("p", {}, note)),
      answer.cut_off && el("p", {}, "The search stopped early; a shorter answer may exist.")];
  }

  /** @param {string} title @param {Completion} completion @returns {Child[]} */
  completion(title, completion) {
    return completion ? [el("p", {}, el("b", {}, title)), el("ul", {},
      ...completion.facts.map((fact) => el("li", {}, fact)),
      ...completion.records.map((one) => this.change(one)))] : [];
  }

  /** @param {Change} one */
  change({change = "add", seq, after_seq, t, event, text, record}) {
    const i = this.answer.seq.indexOf(seq ?? after_seq ?? -1), name = `${event} ${text}`;
    return el("li", {title: record}, el("b", {}, change), " ",
      change === "remove" ? el("del", {}, name) : el("ins", {}, name), " ",
      i >= 0 && [seq ? "" : "after ", this.link(i)],
      change === "move" ? ` to ${clockText(t)}` : ` at ${clockText(t)}`);
  }

  /** All rules with their verdicts. */
  rules() {
    const {verdicts} = this.answer, kinds = [...new Set(verdicts.map((one) => one.verdict))];
    const counts = kinds.map((kind) =>
      `${grouped(verdicts.filter((one) => one.verdict === kind).length)} ${verdictText(kind)}`);
    const body = el("tbody");
    const fill = () => body.replaceChildren(...verdicts.filter(({verdict}) =>
      choice.value === "all" || verdict === choice.value).map((one) => this.rule(one)));
    const choice = el("select", {onchange: fill}, ...["all", ...kinds].map((value) =>
      el("option", {value}, verdictText(value))));
    return el("details", {class: "verdicts", ontoggle: () => body.children.length || fill()},
      el("summary", {}, `All ${plural(verdicts.length, "rule")}: ${counts.join(", ")}`),
      el("p", {}, el("label", {}, "Verdict ", choice)), el("table", {}, el("thead", {},
        el("tr", {}, ...["verdict", "rule", "applied"].map((name) => el("th", {scope: "col"},
          name)))), body));
  }

  /** @param {Verdict} one */
  rule({rule, verdict, sentence, activations, undecided}) {
    const open = undecided.map(({seq, because}) => el("li", {}, this.link(this.indexOf(seq)),
      ` ${because} `, this.explainButton(rule, seq, null, `${rule} at seq ${seq}`)));
    return el("tr", {}, el("td", {}, wordNote(verdictText(verdict))), el("td", {},
      el("a", {href: `#rule/${rule}`}, rule), ` ${sentence}`, open.length > 0
      && el("ul", {}, ...open)), el("td", {}, grouped(activations)));
  }

  // The slider

  /** @returns {[string, string, string, () => void][]} sign, label and key of what one can do */
  actions() {
    const {picture} = this;
    const by = (/** @type {number} */ step) => () => this.goto(this.current + step);
    const pan = (/** @type {number} */ part) => () => picture.pan(part * picture.view.width);
    return [["⇤", "First record", "Home", by(-Infinity)],
      ["‹!", "Previous violation", "p", () => this.toViolation(-1)],
      ["‹", "Previous record", "ArrowLeft", by(-1)], ["›", "Next record", "ArrowRight", by(1)],
      ["!›", "Next violation", "n", () => this.toViolation(1)],
      ["⇥", "Last record", "End", by(Infinity)],
      ["−", "Zoom out", "-", () => picture.zoom(1 / 1.6)],
      ["+", "Zoom in", "+", () => picture.zoom(1.6)],
      ["⟷", "Whole session", "0", () => picture.zoom(0)],
      ["◂", "Move left", "Shift ArrowLeft", pan(-0.25)],
      ["▸", "Move right", "Shift ArrowRight", pan(0.25)]];
  }

  player() {
    const buttons = this.actions().map(([sign, label, key, action]) =>
      button(sign, action, {title: `${label} (${key})`, "aria-label": label}));
    return el("div", {class: "player"}, el("label", {for: "record"}, "Record"), this.slider,
      this.output, el("div", {class: "buttons", role: "group", "aria-label": "Steps"},
        ...buttons.slice(0, 6)), el("div", {class: "buttons", role: "group", "aria-label":
      "Window of the picture"}, ...buttons.slice(6)));
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} main */
  press(event, main) {
    const target = event.target instanceof Element ? event.target : document.body;
    const isText = target.matches("input:not([type=range]):not([type=checkbox]), select");
    const isHere = target === document.body || main.contains(target);
    if (!isHere || isText || event.ctrlKey || event.metaKey || event.altKey) return;
    const isMove = event.shiftKey && event.key.startsWith("Arrow");
    const key = isMove ? `Shift ${event.key}` : event.key.replace("=", "+");
    const action = this.actions().find(([, , one]) => one === key);
    if (action) event.preventDefault();
    action?.[3]();
  }

  /** @param {number} direction to the next violation if it is positive, or to the previous one */
  toViolation(direction) {
    const places = this.answer.violations.map((one) => one.i).sort((a, b) => a - b);
    const next = direction > 0 ? places.find((i) => i > this.current)
      : places.filter((i) => i < this.current).at(-1);
    if (next === undefined) announce(`No ${direction > 0 ? "later" : "earlier"} violation.`);
    else this.goto(next);
  }

  /** @param {number} to the record to go to; the state follows as soon as it is known */
  goto = (to) => {
    const i = Math.max(0, Math.min(this.answer.count - 1, to));
    if (i === this.current) return;
    this.current = i;
    this.slider.value = String(i);
    this.describe();
    this.picture.show(i);
    this.records.show(i);
    this.state.setAttribute("aria-busy", "true");
    this.askState();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(i), restBeforeDue);
  };

  /** Tells where the slider is. */
  describe() {
    const {t, seq, count} = this.answer, i = this.current, row = this.records.known.get(i);
    if (i < 0) return;
    this.output.textContent = [`seq ${seq[i]}`, clockText(t[i]), row?.clock, row?.event]
      .filter(Boolean).join(" · ");
    this.slider.setAttribute("aria-valuetext", `${row ? `${row.clock}, ${row.day}, ` : ""}`
      + `${clockText(t[i])} after the start, ${row?.event ?? ""}, `
      + `record ${grouped(i + 1)} of ${grouped(count)}`);
  }

  // The state

  askState = oneAtATime(async () => {
    const i = this.current, answer = await this.ask({ask: "state", key: this.answer.key, i});
    if (i === this.current) this.showState(answer);
  });

  /** @param {number} i the record at which the slider rests; the address follows */
  async settle(i) {
    history.replaceState(history.state, "", sessionHash(this.answer.key, this.answer.seq[i]));
    const answer = await this.ask({ask: "due", key: this.answer.key, i});
    if (i === this.current) this.due.replaceChildren(...pairs(answer.rows ?? []));
  }

  /** @param {any} answer */
  showState({error, title, rows, changed, record, line, file}) {
    this.state.removeAttribute("aria-busy");
    if (error) return this.state.replaceChildren(error);
    const json = SessionView.indented(record);
    this.due.replaceChildren();
    this.state.replaceChildren(el("h2", {}, title), el("dl", {}, ...pairs(rows)), this.due,
      el("h3", {}, changed.length ? "Changed by this record" : "This record changed nothing"),
      el("ul", {class: "changed"}, ...changed.map(SessionView.changed)),
      el("h3", {}, "Record ", el("small", {}, `${file}:${line} `), copyButton("Copy", () => json)),
      el("pre", {tabindex: 0, role: "region", "aria-label": "Record as JSON"}, json));
  }

  /** @param {{path: string, from: string | null, to: string | null}} one */
  static changed({path, from, to}) {
    return el("li", {}, el("code", {}, path), ": ", from !== null && el("del", {}, from), " → ",
      to === null ? "gone" : el("ins", {}, to));
  }

  /** @param {string} record */
  static indented(record) {
    try { return JSON.stringify(JSON.parse(record), null, 2); } catch { return record; }
  }
}
