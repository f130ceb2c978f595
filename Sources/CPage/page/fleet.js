// @ts-check
// The fleet: problems, figures and sessions, with filters.

/** @typedef {{name: string, args: string[], filter: Record<string, string>, sort: string}} Route */
/** @typedef {(route: Route, isChanged: boolean) => Promise<() => void>} Draw makes what shows it */
/** @typedef {{draw: Draw, close?: () => void}} View isChanged: the journals are newer ones */
/** @typedef {(answer: any, route: Route) => Promise<{above: Child[], below: Child[]}>} Parts */
/** @typedef {(from: number) => Promise<{total: number, rows: Child[][]}>} Rows */

const pageSize = 50;
const problemSorts = [["", "impact"], ["sessions", "sessions"], ["installs", "installs"],
  ["per_1000", "per 1,000 sessions"], ["newest", "newest first"]];
const sessionSorts = [["", "time"], ["violations", "violations"], ["records", "records"],
  ["session", "name"]];
/** @type {Map<string, number>} The first row that a table showed, by address and title. */
const firstRows = new Map();

/** @param {string} path @param {Record<string, any>} query @returns {string} an address */
function hashOf(path, query) {
  const text = new URLSearchParams(query).toString();
  return `#${path}${text ? `?${text}` : ""}`;
}

/** @param {Record<string, string>} filter @returns {string} such as "'a-1', version 1.2" */
const filterText = (filter) => Object.entries(filter).map(([name, value]) => (
  name === "text" ? `'${value}'` : `${name} ${value}`)).join(", ");

/** @param {string} path @param {Record<string, string>} filter @returns {Child} the filters */
function selectionLine(path, filter) {
  const text = filterText(filter);
  return text && el("p", {class: "selection"}, `Selected: ${text}. `,
    el("a", {href: `#${path}`, class: "screen"}, "Show everything"));
}

/** @param {Record<string, string>} filter no session matches it @returns {HTMLElement} */
const noSession = (filter) => el("p", {}, `No session matches ${filterText(filter) || "this"}. `,
  button("Clear the filters", () => navigate(location.hash.split("?")[0], false)));

/** @param {string} install @returns {Child} a link to its sessions */
const installLink = (install) => install
  && el("a", {href: hashOf("sessions", {text: install})}, install);

/** @param {string} name @param {string} label */
function makeChoice(name, label) {
  const select = el("select", {id: `filter-${name}`, name});
  const element = el("div", {}, el("label", {for: select.id}, label), select);
  /** @param {string[][]} options values and labels @param {string} value */
  function set(options, value) {
    const all = options.some(([key]) => key === value) ? options : [...options, [value, value]];
    select.replaceChildren(...all.map(([key, text]) => el("option", {value: key}, text)));
    select.value = value;
    element.hidden = all.length < 2;
  }
  return {name, element, set};
}

/** @param {string} path of the view @param {string[][]} sorts the form changes the address */
function filterBar(path, sorts) {
  const search = el("input", {type: "search", id: "filter-text", name: "text",
    placeholder: "session, install, unit, ad, rule, text"});
  const severity = makeChoice("severity", "Severity");
  const facets = ["version", "day", "network", "format"].map((name) => makeChoice(name, name));
  const sort = makeChoice("sort", "Sort by");
  const form = el("form", {class: "filters", role: "search"},
    el("div", {class: "wide"}, el("label", {for: search.id}, "Search"), search),
    severity.element, ...facets.map((facet) => facet.element), sort.element);
  const isWide = matchMedia("(min-width: 40rem)").matches;
  const element = el("details", {class: "choices", open: isWide},
    el("summary", {}, "Search, filter and sort"), form);
  let timer = 0;
  /** @param {boolean} isTyping */
  function apply(isTyping) {
    clearTimeout(timer);
    timer = 0;
    const used = [...new FormData(form)].filter(([, value]) => value);
    navigate(hashOf(path, Object.fromEntries(used)), isTyping);
  }
  form.onchange = () => apply(false);
  form.onsubmit = (event) => event.preventDefault();
  search.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 250, true);
  };
  /** @param {Record<string, [string, number][]>} counts @param {Route} route */
  function update(counts, route) {
    const text = route.filter.text ?? "";
    if (!timer && search.value !== text) search.value = text;
    severity.set([["", "all"], ["error", "errors only"], ["warning", "errors and warnings"]],
      route.filter.severity ?? "");
    sort.set(sorts, route.sort);
    for (const {name, set} of facets) {
      const values = counts[name].map(([value, count]) => [value, `${value} (${grouped(count)})`]);
      set([["", "all"], ...values], route.filter[name] ?? "");
    }
  }
  return {element, update};
}

/** @param {string[]} head @param {boolean[]} numeric @param {Child[]} cells the first is a name */
function tableRow(head, numeric, cells) {
  return el("tr", {role: "row"}, ...cells.map((cell, index) => el(index ? "td" : "th", {
    role: index ? "cell" : "rowheader", scope: index ? null : "row", "data-label": head[index],
    class: numeric[index] && "number"}, cell)));
}

/** @param {string} title @param {string[]} head @param {boolean[]} numeric @param {Rows} rows
 * @param {HTMLElement} [empty] replaces a table without rows @returns {Promise<HTMLElement>} */
async function pagedTable(title, head, numeric, rows, empty) {
  const place = location.hash + title;
  const body = el("tbody", {role: "rowgroup"});
  const heads = head.map((label, index) => el("th", {role: "columnheader", scope: "col",
    class: numeric[index] && "number", "data-label": label},
  wordNote(label.toLowerCase(), label)));
  const box = el("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": title},
    el("table", {role: "table", "aria-label": title},
      el("thead", {role: "rowgroup"}, el("tr", {role: "row"}, heads)), body));
  const line = el("span", {class: "facts"});
  const back = button("Previous", () => turn(-pageSize));
  const more = button("More", () => turn(pageSize));
  const pager = el("p", {class: "pager"}, back, line, more);
  /** @param {number} step */
  async function turn(step) {
    const from = Math.max(0, (firstRows.get(place) ?? 0) + step);
    const page = await rows(from);
    const to = from + page.rows.length;
    if (to === from && from > 0) { firstRows.delete(place); await turn(0); return; }
    firstRows.set(place, from);
    body.replaceChildren(...page.rows.map((cells) => tableRow(head, numeric, cells)));
    line.textContent = `${grouped(from + 1)} to ${grouped(to)} of ${grouped(page.total)}`;
    back.disabled = from === 0;
    more.disabled = to >= page.total;
    pager.hidden = page.total <= pageSize;
    if (step === 0) return;
    announce(line.textContent);
    box.scrollIntoView();
    box.focus({preventScroll: true});
  }
  await turn(0);
  return body.rows.length === 0 && empty ? empty : el("div", {class: "paged"}, box, pager);
}

/** @param {Child[][]} all @returns {Rows} the pages of rows that are there */
function pagesOf(all) {
  return async (from) => ({total: all.length, rows: all.slice(from, from + pageSize)});
}

/** @param {string[] | null} values @returns {string} a range such as "1.0 to 1.3" */
function span(values) {
  const ends = [...new Set(values ?? [])];
  return ends.length > 1 ? `${ends[0]} to ${ends[ends.length - 1]}` : ends[0] ?? "–";
}

/** @param {number[] | null} trend sessions in each part of the time */
function trendBars(trend) {
  if (!trend || trend.length < 2) return null;
  const most = Math.max(1, ...trend);
  const bars = trend.map((value, index) => {
    const height = value ? Math.max(1, Math.round(value / most * 20)) : 0;
    return `M${index * 5} 21v${-height}h4v${height}z`;
  });
  const label = `Sessions over time: ${trend.map(grouped).join(", ")}`;
  const width = trend.length * 5;
  return svg("svg", {class: "trend", role: "img", "aria-label": label, width, height: 22,
    viewBox: `0 0 ${width} 22`}, svg("title", {}, label),
  svg("path", {class: "ground", d: `M0 21.5H${width}`}), svg("path", {d: bars.join("")}));
}

/** @param {any} example of a problem @returns {HTMLElement} */
const exampleLink = ({key, session, seq}) => el("a", {href: sessionHash(key, seq)},
  `Example: ${session}, record ${seq}`);

/** @param {any} problem @returns {string} how many installs have it */
const installsOf = ({installs, installs_exact: isExact}) => (isExact ? "" : "about ")
  + grouped(installs);

/** @param {any} problem @returns {string} its share of the sessions in which the rule applied */
const rateOf = ({per_1000}) => per_1000 === null ? "–" : grouped(per_1000);

/** @param {any} problem @param {Route} route @returns {Child[]} */
function problemCells(problem, route) {
  const href = hashOf(`problem/${problem.id}`, route.filter);
  const words = [problem.title, problem.networks, exampleLink(problem.example)].filter(Boolean);
  return [
    [severityMark(problem.severity), " ", el("a", {class: "sentence", href}, problem.sentence),
      ...words.map((part) => el("div", {class: "facts"}, part))],
    `${grouped(problem.sessions)} of ${grouped(problem.share_of)}`, installsOf(problem),
    rateOf(problem), span(problem.versions),
    [trendBars(problem.trend), el("div", {class: "days"}, span(problem.days))]];
}

/** @param {any} answer of "fleet" @param {Route} route @returns {Promise<HTMLElement>} */
async function problemTable(answer, route) {
  if (answer.selected === 0) return noSession(route.filter);
  if (answer.problems.length === 0) return el("p", {}, "No problem in these sessions.");
  const value = (/** @type {any} */ problem) => (
    route.sort === "newest" ? Date.parse(problem.days?.[0]) || 0 : problem[route.sort] ?? 0);
  const sorted = answer.problems.sort((/** @type {any} */ one, /** @type {any} */ other) => (
    value(other) - value(one))); // Equal ones stay in the order of impact.
  const head = ["Problem", "Sessions", "Installs", "Per 1,000", "Versions", "Days"];
  return pagedTable("Problems", head, [false, true, true, true], pagesOf(sorted.map(
    (/** @type {any} */ problem) => problemCells(problem, route))));
}

/** @param {string} title @param {string[]} lines sentences */
function foldedLines(title, lines) {
  return lines.length > 0 && el("details", {class: "damage"},
    el("summary", {}, `${title} (${grouped(lines.length)})`),
    el("ul", {}, ...lines.slice(0, 100).map((line) => el("li", {}, line))));
}

/** @param {any} answer of "fleet": how much was read, and since when */
function fleetFacts({sessions, selected, journals, records, first_day, last_day, ...others}) {
  const installs = `${installsOf(others)} install${others.installs === 1 ? "" : "s"}`;
  const days = first_day ? `, ${span([first_day, last_day])}` : "";
  const part = selected === sessions ? "" : `${grouped(selected)} of `;
  return el("p", {class: "lead"}, el("strong", {}, installs, days),
    ` · ${part}${plural(sessions, "session")} · ${plural(records, "record")}`
      + ` · ${plural(journals, "journal")}`);
}

/** @param {any} table of figures @returns {Promise<HTMLElement>} */
async function figureSection({title, head, numeric, rows, notes}) {
  return el("section", {}, el("h2", {tabindex: -1}, title),
    rows.length > 0 && await pagedTable(title, head, numeric, pagesOf(rows)),
    ...notes.map((/** @type {string} */ note) => el("p", {class: "facts"}, note)));
}

/** @param {any} section @returns {HTMLElement} a button that leads there */
const jump = ({firstChild: heading}) => button(heading.textContent, () => heading.focus());

/** @param {string} path @param {string[][]} sorts @param {Parts} parts @returns {View} */
function filteredView(path, sorts, parts) {
  const bar = filterBar(path, sorts);
  const [above, below] = [el("div"), el("div")];
  return {async draw(route) {
    const answer = await ask({ask: "fleet", filter: route.filter});
    const made = await parts(answer, route);
    return () => {
      bar.update(answer.facets, route);
      above.replaceChildren(filled(el("div"), {}, made.above));
      below.replaceChildren(filled(el("div"), {}, made.below));
      if (above.isConnected) announce(`${answer.summary}.`);
      else main.replaceChildren(above, bar.element, below);
    };
  }};
}

/** @returns {View} the problems and figures of all sessions */
function fleetView() {
  return filteredView("fleet", problemSorts, async (answer, route) => {
    const problems = el("section", {}, el("h2", {tabindex: -1},
      plural(answer.problems.length, "problem")), !route.sort && el("p", {class: "facts"}, "By ",
      wordNote("impact"), ": severity first, then installs, then sessions"),
    await problemTable(answer, route));
    const below = [problems, ...await Promise.all(answer.tables.map(figureSection))];
    const above = [
      el("h1", {tabindex: -1}, answer.summary),
      fleetFacts(answer), selectionLine("fleet", route.filter),
      foldedLines("Not read", [...fileNotes, ...answer.unread]),
      foldedLines("Damage", answer.damage),
      el("div", {class: "actions"}, el("details", {}, el("summary", {}, "On this page"),
        el("nav", {class: "jumps", "aria-label": "On this page"}, ...below.map(jump))),
      el("a", {href: hashOf("sessions", route.filter)}, "All sessions"), copyLink())];
    return {above, below};
  });
}

const sessionHead = ["Session", "Began", "Version", "Device", "Install", "Records", "Duration",
  "End", "Violations"];

/** @param {any} row of "sessions" @returns {Child[]} */
function sessionCells(row) {
  const found = ["error", "warning", "info"].filter((severity) => row[severity] > 0);
  const counts = found.flatMap((severity) => [severityMark(severity),
    ` × ${grouped(row[severity])} `]);
  const damage = row.damage > 0 && el("span", {class: "error"}, `damage × ${grouped(row.damage)}`);
  const rule = row.rule && el("div", {class: "facts"}, row.rule);
  return [el("a", {href: sessionHash(row.key, row.seq)}, row.session), row.begin, row.version,
    row.device, installLink(row.install), grouped(row.records), row.duration, row.end,
    counts.length || damage ? [...counts, damage, rule] : "none"];
}

/** @param {Record<string, any>} request the selection and the order */
function sessionTable(request) {
  const numeric = sessionHead.map((label) => label === "Records" || label === "Duration");
  return pagedTable("Sessions", sessionHead, numeric, async (from) => {
    const answer = await ask({ask: "sessions", ...request, from, count: pageSize});
    return {total: answer.total, rows: answer.rows.map(sessionCells)};
  }, noSession(request.filter));
}

/** @returns {View} the list of all sessions */
function sessionsView() {
  return filteredView("sessions", sessionSorts, async (answer, {filter, sort}) => ({
    above: [el("h1", {tabindex: -1}, plural(answer.selected, "session")), fleetFacts(answer),
      selectionLine("sessions", filter), el("p", {class: "actions"},
        el("a", {href: hashOf("fleet", filter)}, "All problems"), copyLink())],
    below: [await sessionTable({filter, sort: sort || "begin"})]}));
}

/** @param {any} problem @returns {[string, string][]} its figures, with their names */
function figuresOf(problem) {
  const rate = problem.per_1000 === null ? "" : ` (${rateOf(problem)} per 1,000)`;
  const sessions = `${grouped(problem.sessions)} of ${grouped(problem.share_of)}`;
  /** @type {[string, string][]} */
  const all = [["Sessions", `${sessions} in which the rule applied${rate}`],
    ["Installs", installsOf(problem)], ["Violations", grouped(problem.violations)],
    ["Days", span(problem.days)], ["Versions", span(problem.versions)],
    ["SDK", span(problem.sdks)], ["System", span(problem.systems)],
    ["Networks", problem.networks.replace(/^Networks: /, "")],
    ["Broken as a consequence", problem.also.join(", ")]];
  return all.filter(([, value]) => value && value !== "–");
}

/** @param {any} problem @returns {HTMLElement} its figures */
function problemFacts(problem) {
  const links = problem.also.flatMap((/** @type {string} */ id) => (
    [el("a", {href: `#rule/${id}`}, id), " "]));
  const draw = (/** @type {string} */ name, /** @type {string} */ value) => (
    name === "Days" ? [value, trendBars(problem.trend)]
      : name.startsWith("Broken") ? links : value);
  return el("dl", {class: "figures"}, ...pairs(figuresOf(problem).map(
    /** @returns {[string, Child]} */ ([name, value]) => [name, draw(name, value)])));
}

/** @param {any} problem @returns {string} the problem as text, for a ticket */
function problemText({severity, sentence, title, remedy, links, who, example, ...problem}) {
  return [`${severity}: ${sentence}`, title, `Tell: ${actorNames[who]}`,
    remedy && `Fix: ${remedy}`, ...links.map((/** @type {any} */ link) => link.url),
    ...figuresOf(/** @type {any} */ (problem)).map((figure) => figure.join(": ")),
    `Example: session ${example.session}, record ${example.seq}, in ${example.file}`,
    `Link: ${address()}`].filter(Boolean).join("\n");
}

/** @param {string} kind "problem" or "rule" @returns {View} it and its sessions */
function problemView(kind) {
  return {async draw({args: [id], filter}) {
    const about = await ask({ask: kind, id, filter});
    const table = await sessionTable({[kind]: id, filter, sort: "violations"});
    const isProblem = kind === "problem";
    const view = el("div", {},
      el("p", {class: "actions"}, el("a", {href: hashOf("fleet", filter)}, "All problems"),
        copyLink(), isProblem && copyButton("Copy as text", () => problemText(about))),
      el("h1", {tabindex: -1}, about.sentence),
      el("p", {}, severityMark(about.severity), ` · rule ${about.rule ?? id}`,
        isProblem && ` · ${about.title}`),
      selectionLine(`${kind}/${id}`, filter),
      el("p", {}, el("strong", {}, "Tell: "), actorNames[about.who]),
      about.remedy && el("p", {}, el("strong", {}, "Fix: "), ...withCode(about.remedy)),
      about.links.length > 0 && outsideLinks(about.links),
      isProblem && [problemFacts(about), el("p", {}, exampleLink(about.example))],
      el("h2", {}, "Sessions"), table);
    return () => main.replaceChildren(view);
  }};
}
