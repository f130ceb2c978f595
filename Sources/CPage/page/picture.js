// @ts-check
// The picture of a session: lanes with bands, marks, pins and rings on a time axis, as SVG.
// Only what lies in the window is drawn; bands that are too thin to be seen are joined.

/** @typedef {{kind: string, word: string, b: number, e: number, bt: number, et: number,
 *   end: string}} Part */
/** @typedef {{i: number, sign: string, title: string}} Mark */
/** @typedef {{kind: string, title: string, unit: string, marks: Mark[],
 *   rows: {name: string, parts: Part[]}[][]}} LaneAnswer */
/** @typedef {{n: number, rule: string, severity: string, because: string, i: number, seq: number,
 *   witness: number[], missing: {event: string, from: number, to: number} | null,
 *   late_ms: number | null, follows: string | null, problem: string | null}} Violation */
/** @typedef {{rule: string, verdict: string, activations: number, sentence: string,
 *   undecided: {seq: number, because: string}[]}} Verdict */
/** @typedef {{key: string, session: string, file: string, facts: [string, string][],
 *   count: number, hasTimes: boolean, t: number[], seq: number[], lanes: LaneAnswer[],
 *   laneOf: number[], gaps: {i: number, text: string}[], violations: Violation[],
 *   verdicts: Verdict[], unshown: string[], damage: string[]}} SessionAnswer */
/** @typedef {{i: number, numbers: number[], label: string, pin: Violation | null}} Sign a pin, or a
 *   ring around the numbers of the violations that name the record */
/** @typedef {{kind: string, at: number, from: number | null, text: string}} Ghost a record that an
 *   explanation adds, removes or moves, with points of the axis */
/** @typedef {{n: number, event: string, from: number, to: number}} Bracket */
/** @typedef {ReturnType<Picture["laneOf"]>} Lane */
/** @typedef {Lane["rows"][0]} Row */

const axisHeight = 30, stripHeight = 15, pinHeight = 18, rowHeight = 21, bracketHeight = 17;
const mostLevels = 4, letterWidth = 6.6;
const tickSteps = [100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5,
  72e5, 216e5, 864e5];
const pinShapes = /** @type {Record<string, string>} */ ({info: "M-8-8H8V8H-8z",
  error: "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0", warning: "M0-10 10 0 0 10-10 0z"});

// Whether the session has times; else they are numbers of lines.
let hasTimes = true;

/** @param {number} t milliseconds @returns {string} such as 0:03:02.381 */
function clockText(t) {
  if (!hasTimes) return `line ${Math.round(t)}`;
  const [minutes, seconds] = [(t / 6e4) % 60, (t / 1000) % 60].map(
    (value) => String(Math.floor(value)).padStart(2, "0"));
  return `${Math.floor(t / 36e5)}:${minutes}:${seconds}.${String(t % 1000 | 0).padStart(3, "0")}`;
}

/** @param {number} ms @param {number} [most] units shown @returns {string} such as 3 min 2 s */
function durationText(ms, most = 2) {
  if (!hasTimes) return `${Math.round(ms)} lines`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${Math.round(ms / 100) / 10} s`;
  const lengths = [864e5, 36e5, 6e4, 1000], names = ["d", "h", "min", "s"];
  const first = lengths.findIndex((length) => length <= ms);
  const units = lengths.slice(first, first + most);
  const left = Math.round(ms / units[units.length - 1]) * units[units.length - 1];
  const counts = units.map((unit, n) => Math.floor((n ? left % units[n - 1] : left) / unit));
  return counts.map((count, n) => (count ? `${count} ${names[first + n]} ` : "")).join("").trim();
}

/** @param {ArrayLike<number>} sorted @param {number} value @returns {number} the first index with
 *   a greater value */
function indexAfter(sorted, value) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle; else low = middle + 1;
  }
  return low;
}

/** @param {number[]} ends @param {number} from @param {number} to @returns {number} the lowest free
 *   level, or -1 if all are taken */
function takeLevel(ends, from, to) {
  let level = ends.findIndex((end) => end <= from);
  if (level < 0 && ends.length < mostLevels) level = ends.length;
  if (level >= 0) ends[level] = to;
  return level;
}

/** @param {number[]} t @returns {number[]} the records after unusually long pauses */
function longPauses(t) {
  const pauses = t.map((time, i) => (i ? time - t[i - 1] : 0));
  const long = pauses.filter((pause) => pause >= 250).sort((a, b) => a - b);
  const least = Math.max(10000, 12 * (long[long.length >> 1] ?? 0));
  const idle = [...pauses.keys()].filter((i) => pauses[i] > least);
  return idle.sort((a, b) => pauses[b] - pauses[a]).slice(0, 16).sort((a, b) => a - b);
}

/**
 * A window on the time of a session. A point of the axis is the index of a record; 3.5 is halfway
 * between the records 3 and 4. The distance of two records has a part that grows with the zoom,
 * and a fixed part: long pauses are folded to a fixed width, and lost records have some room.
 */
class TimeAxis {
  width = 0; zoom = 1; left = 0;
  // Pixels of a fold, pixels of a millisecond without zoom, and the greatest zoom.
  fold = 0; scale = 0; most = 1;

  /** @param {number[]} t @param {{i: number}[]} gaps */
  constructor(t, gaps) {
    this.t = t;
    this.folds = longPauses(t);
    this.linear = new Float64Array(t.length);
    this.fixed = new Float64Array(t.length);
    const folded = new Set(this.folds), lost = new Set(gaps.map((gap) => gap.i));
    const idle = this.folds.reduce((sum, i) => sum + t[i] - t[i - 1], 0);
    // The least distance of two records makes their order visible.
    this.step = (0.12 * (t[t.length - 1] - t[0] - idle)) / t.length || 1;
    this.fixed[0] = lost.has(0) ? 0.5 : 0;
    for (let i = 1; i < t.length; i++) {
      this.linear[i] = this.linear[i - 1] + this.step + (folded.has(i) ? 0 : t[i] - t[i - 1]);
      this.fixed[i] = this.fixed[i - 1] + (folded.has(i) ? 1 : lost.has(i) ? 0.5 : 0);
    }
    this.allFixed = this.fixed[t.length - 1] + (lost.has(t.length) ? 1 : 0);
    this.allLinear = this.linear[t.length - 1] || 1;
  }

  /** @param {number} width pixels */
  resize(width) {
    this.width = width;
    this.fold = Math.min(58, (0.35 * width) / (this.allFixed || 1));
    this.scale = (width - 28 - this.allFixed * this.fold) / this.allLinear;
    this.most = Math.max(1, 40 / (this.step * this.scale));
    this.zoomBy(1, 0);
  }

  /** @param {number} time @returns {number} its point */
  pointOf(time) {
    const i = indexAfter(this.t, time) - 1, begin = this.t[i], end = this.t[i + 1];
    return i < 0 || end === undefined ? Math.max(0, i) : i + (time - begin) / (end - begin);
  }

  /** @param {number} point @returns {number} its time */
  time(point) {
    const i = Math.floor(point), begin = this.t[i];
    return begin + (point - i) * ((this.t[i + 1] ?? begin) - begin);
  }

  /** @param {number} point @returns {number} its pixel */
  x(point) {
    const {linear, fixed, fold} = this, i = Math.floor(point), scale = this.scale * this.zoom;
    const x = 8 - this.left + linear[i] * scale + fixed[i] * fold;
    return point === i || i + 1 >= this.t.length ? x : x + (point - i)
      * ((linear[i + 1] - linear[i]) * scale + (fixed[i + 1] - fixed[i]) * fold);
  }

  /** @param {number} x @returns {number} the point at a pixel */
  point(x) {
    let low = 0, high = this.t.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.x(middle) <= x) low = middle; else high = middle - 1;
    }
    const begin = this.x(low), end = low + 1 < this.t.length ? this.x(low + 1) : begin;
    return low + (end > begin ? Math.max(0, Math.min(1, (x - begin) / (end - begin))) : 0);
  }

  /** @param {number} pixels */
  move(pixels) {
    const most = this.scale * this.allLinear * (this.zoom - 1);
    this.left = Math.max(0, Math.min(most, this.left + pixels));
  }

  /** @param {number} factor @param {number} x the pixel whose point stays where it is */
  zoomBy(factor, x) {
    const point = this.point(x);
    this.zoom = Math.max(1, Math.min(this.most, this.zoom * factor));
    this.move(this.x(point) - x);
  }

  /** @returns {[number, string][]} pixels and labels of the times on the axis */
  ticks() {
    const [begin, end] = [0, this.width].map((x) => this.time(this.point(x)));
    const idle = this.folds.map((i) => [this.t[i - 1], this.t[i], this.x(i - 1), this.x(i)])
      .filter(([from, to]) => to > begin && from < end);
    const folded = idle.reduce((sum, [a, b]) => sum + Math.min(b, end) - Math.max(a, begin), 0);
    const least = ((end - begin - folded) / this.width) * 75;
    const step = tickSteps.find((length) => length >= least) ?? Math.ceil(least);
    const ticks = /** @type {[number, string][]} */ ([]);
    for (let now = Math.ceil(begin / step) * step, free = 0; now <= end; now += step) {
      now = idle.find(([from, to]) => now > from && now < to)?.[1] ?? now;
      const x = this.x(this.pointOf(now));
      const isCovered = idle.some(([, , from, to]) => from < x + 38 && x < to - 1);
      if (x >= free && x < this.width - 50 && !isCovered) {
        const label = clockText(now);
        ticks.push([x, hasTimes
          ? label.replace(/^0:0?/, "").slice(0, step < 1000 ? -2 : -4) : label]);
        free = x + 58;
      }
      now = Math.floor(now / step) * step;
    }
    return ticks;
  }
}

/** The picture, with an overview of the whole session above it. */
class Picture {
  current = 0; bottom = 0; frame = 0; ghostTitle = "";
  ghosts = /** @type {Ghost[]} */ ([]);
  // The violations at the current record, and the names of events as far as they are known.
  chosen = /** @type {number[]} */ ([]);
  nameOf = /** @type {(i: number) => string} */ (() => "");

  /** @param {SessionAnswer} answer @param {(i: number) => void} goto */
  constructor(answer, goto) {
    this.answer = answer;
    this.goto = goto;
    hasTimes = answer.hasTimes;
    this.view = new TimeAxis(answer.t, answer.gaps);
    this.overview = new TimeAxis(answer.t, answer.gaps);
    this.lanes = answer.lanes.map((lane) => this.laneOf(lane));
    this.addSigns();
    // With many records, wider bands are joined; with many violations, only chosen ones have rings.
    this.thinnest = answer.count > 2000 ? 5 : 2.5;
    this.isCrowded = answer.violations.length > 30;
    const label = `Timeline of session ${answer.session}: ${plural(answer.lanes.length, "lane")}, `
      + plural(answer.violations.length, "violation");
    this.drawn = svg("g");
    this.svg = svg("svg", {role: "img", "aria-label": label}, picturePatterns(), this.drawn);
    // A layer of its own, so that a step does not paint the picture again.
    this.cursor = el("div", {class: "cursor"});
    this.signs = svg("svg", {class: "signs", "aria-hidden": "true"});
    this.plot = el("div", {class: "plot", tabindex: 0, role: "group",
      "aria-label": "Picture: plus and minus zoom, shift and an arrow key move"},
    this.svg, this.cursor, this.signs);
    this.part = svg("rect", {class: "part", height: "100%"});
    this.strip = svg("svg", {class: "strip", "aria-hidden": "true"});
    this.caption = el("figcaption");
    this.element = el("figure", {class: "picture"}, this.strip, this.plot, this.caption);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.plot);
    listenToPointers(this);
  }

  /** @param {LaneAnswer} answer */
  laneOf(answer) {
    const {view} = this, rows = answer.rows.map((lives) => {
      const parts = lives.flatMap((life) => life.parts);
      return {parts, names: lives.flatMap((life) => life.parts.map(() => life.name)),
        from: Float64Array.from(parts, ({b, bt}) => (view.t[b] === bt ? b : view.pointOf(bt))),
        to: Float64Array.from(parts, ({e, et}) => (view.t[e] === et ? e : view.pointOf(et)))};
    });
    const signs = /** @type {Sign[]} */ ([]), brackets = /** @type {Bracket[]} */ ([]);
    return {answer, rows, signs, brackets, top: 0, levels: 0, bracketLevels: 0, height: 0};
  }

  /** Puts violations, and the records that they name, into lanes. */
  addSigns() {
    const {laneOf} = this.answer, rings = /** @type {Map<number, number[]>} */ (new Map());
    for (const pin of this.answer.violations) {
      const {n, i, missing} = pin, others = pin.witness.filter((one) => one !== i).reverse();
      const records = missing ? [...others, i] : [i, ...others];
      const lanes = records.map((one) => this.lanes[laneOf[one]] ?? this.lanes[0]);
      const lane = lanes.find((one) => one.answer.kind === "slot") ?? lanes[0];
      lane.signs.push({i, numbers: [n], label: `${n}`, pin});
      if (missing) lane.brackets.push({n, event: missing.event,
        from: this.view.pointOf(missing.from), to: this.view.pointOf(missing.to)});
      for (const one of others) rings.set(one, [...(rings.get(one) ?? []), n]);
    }
    for (const [i, numbers] of rings) {
      const label = numbers.length < 4 ? numbers.join(",") : `${numbers[0]}…${numbers.at(-1)}`;
      (this.lanes[laneOf[i]] ?? this.lanes[0]).signs.push({i, numbers, label, pin: null});
    }
    for (const lane of this.lanes) {
      lane.signs.sort((a, b) => a.i - b.i || (b.pin ? 1 : 0) - (a.pin ? 1 : 0));
      lane.brackets.sort((a, b) => a.from - b.from);
    }
  }

  resize() {
    const {view, overview} = this, width = this.plot.clientWidth, isFirst = view.width === 0;
    if (width === 0 || width === view.width) return;
    for (const axis of [view, overview]) axis.resize(width);
    // On a narrow screen, the whole session would be too small to read.
    if (isFirst && width < 600) view.zoomBy(760 / width, 0);
    this.measure();
    this.drawStrip();
    this.show(this.current);
    this.redraw();
  }

  /** Sets the heights of the lanes; they stay as they are while one zooms. */
  measure() {
    this.bottom = axisHeight + (this.answer.gaps.length ? stripHeight : 0);
    for (const lane of this.lanes) {
      const ends = /** @type {number[]} */ ([]), brackets = /** @type {number[]} */ ([]);
      for (const sign of lane.signs) {
        if (sign.pin || !this.isCrowded) takeLevel(ends, ...this.reach(sign, lane, this.overview));
      }
      for (const one of lane.brackets) takeLevel(brackets, ...this.reachOf(one, this.overview));
      const levels = Math.min(mostLevels, ends.length + (this.isCrowded ? 1 : 0));
      Object.assign(lane, {top: this.bottom, levels, bracketLevels: brackets.length});
      lane.height = stripHeight + levels * pinHeight + Math.max(1, lane.rows.length) * rowHeight
        + brackets.length * bracketHeight + (lane.answer.marks.length ? stripHeight : 0) + 8;
      this.bottom += lane.height;
    }
  }

  /** @param {Sign} sign @param {Lane} lane @param {TimeAxis} view @returns {[number, number]} */
  reach(sign, lane, view) {
    const x = view.x(sign.i), half = sign.pin ? 9.5 : 6.5 + 3 * sign.label.length;
    const beside = sign.pin || lane.answer.kind !== "other" ? 0 : 6 * this.nameOf(sign.i).length;
    return [x - half, x + half + beside];
  }

  /** @param {Bracket} bracket @param {TimeAxis} view @returns {[number, number]} */
  reachOf({from, to, event}, view) {
    return [view.x(from), Math.max(view.x(to), view.x(from) + 7 * (event.length + 8))];
  }

  /** @param {string} title @param {Ghost[]} ghosts for a lane below the others */
  setGhosts(title, ghosts) {
    this.ghostTitle = title;
    this.ghosts = ghosts.sort((a, b) => a.at - b.at);
    this.redraw();
  }

  /** @param {number} i the record to which the cursor moves; the window follows */
  show(i) {
    const {view} = this, x = view.x(i), room = Math.min(40, view.width / 8), before = this.chosen;
    this.current = i;
    this.chosen = this.answer.violations.filter((one) => one.i === i).map((one) => one.n);
    if (this.isCrowded && before.length + this.chosen.length > 0) this.redraw();
    if (view.zoom > 1 && (x < room / 4 || x > view.width - room)) this.pan(x - view.width / 2);
    this.placeCursor();
  }

  placeCursor() {
    const x = this.view.width ? this.view.x(this.current) : -9;
    this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** @param {number} factor @param {number} [x] the pixel that stays, or the cursor */
  zoom(factor, x = this.view.x(this.current)) {
    this.view.zoomBy(factor, x >= 0 && x <= this.view.width ? x : this.view.width / 2);
    this.redraw();
  }

  /** @param {number} pixels */
  pan(pixels) {
    const {left} = this.view;
    this.view.move(pixels);
    if (this.view.left !== left) this.redraw();
  }

  redraw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.view.width) this.draw();
    });
  }

  /** @param {number} x @param {number} y @returns {number} the nearest record, if possible of the
   *   lane there */
  nearest(x, y) {
    const {view} = this, near = Math.round(view.point(x)), last = view.point(x + 8);
    const lane = this.lanes.findIndex((one) => y >= one.top && y < one.top + one.height);
    let best = -1;
    for (let i = Math.ceil(view.point(x - 8)); i <= last; i++) {
      const isNearer = best < 0 || Math.abs(i - near) < Math.abs(best - near);
      if (this.answer.laneOf[i] === lane && isNearer) best = i;
    }
    return best < 0 ? near : best;
  }

  draw() {
    const {view, overview} = this, {width, folds} = view, ghosts = this.drawGhosts();
    const height = this.bottom + ghosts.height;
    const size = {width, height, viewBox: `0 0 ${width} ${height}`};
    filled(this.svg, size, []);
    this.drawn.replaceChildren(...this.drawAxis(height), ...ghosts.nodes,
      ...this.lanes.flatMap((lane) => this.drawLane(lane)), ...this.drawGaps(height));
    filled(this.signs, size, []).replaceChildren(
      ...this.lanes.flatMap((lane) => this.drawSigns(lane)));
    this.cursor.style.height = `${height}px`;
    this.placeCursor();
    const points = [0, width].map((x) => view.point(x)), [x, to] = points.map((p) => overview.x(p));
    filled(this.part, {x, width: Math.max(3, to - x)}, []);
    this.caption.textContent = `Time since the session began: ${view.zoom < 1.005 ? "whole session"
      : `${points.map((p) => clockText(view.time(p))).join(" to ")}, zoom ${view.zoom.toFixed(1)}`}`
      + (folds.length ? ` · ${plural(folds.length, "long pause")} folded` : "");
  }

  /** @param {number} height */
  drawAxis(height) {
    const {view} = this;
    const folds = view.folds.filter((i) => view.x(i) > 0 && view.x(i - 1) < view.width);
    return [...folds.map((i) => {
      const pause = view.t[i] - view.t[i - 1], x = view.x(i - 1), width = view.x(i) - x;
      const middle = x + width / 2, text = durationText(pause, width < 50 ? 1 : 2);
      return svg("g", {class: "fold"}, svg("rect", {x, width, height}),
        svg("title", {}, `folded: no records here, for ${durationText(pause)}`),
        width > 28 && svg("text", {x: middle, y: 11}, text), svg("text", {x: middle, y: 23}, "⋯"));
    }), ...view.ticks().flatMap(([x, label]) => [
      svg("text", {class: "tick", x: x + 3, y: 11}, label),
      svg("line", {class: "tick", x1: x, x2: x, y1: 3, y2: height})])];
  }

  /** @param {number} height */
  drawGaps(height) {
    const {view} = this, nodes = [];
    let free = -Infinity, end = -Infinity;
    for (const {i, text} of this.answer.gaps) {
      const x = i === 0 ? 0 : view.x(i - 1), to = i < view.t.length ? view.x(i) : view.width;
      if (to < 0 || x > view.width || to < end + 1) continue;
      end = to;
      const label = text.replace(/^gap: |;.*$/g, ""), isFree = x >= free;
      if (isFree) free = x + letterWidth * label.length;
      nodes.push(svg("g", {class: "lost"}, svg("title", {}, text), svg("rect",
        {x, y: axisHeight, width: Math.max(1, to - x), height: height - axisHeight}),
      isFree && svg("text", {x: Math.max(x, 0) + 2, y: axisHeight + 11}, label)));
    }
    return nodes;
  }

  /** @param {Lane} lane */
  drawLane(lane) {
    const {title, unit, marks} = lane.answer, y = lane.top + stripHeight + lane.levels * pinHeight;
    const rows = y + Math.max(1, lane.rows.length) * rowHeight;
    return [svg("line", {class: "edge", x2: this.view.width, y1: lane.top, y2: lane.top}),
      ...lane.rows.flatMap((row, number) => this.drawRow(row, y + number * rowHeight, this.view)),
      ...this.drawBrackets(lane, rows),
      ...this.drawMarks(marks, rows + lane.bracketLevels * bracketHeight),
      svg("text", {class: "lane", x: 5, y: lane.top + 11}, unit && svg("title", {}, unit), title)];
  }

  /** @param {Row} row @param {number} y @param {TimeAxis} view */
  drawRow(row, y, view) {
    const nodes = /** @type {SVGElement[]} */ ([]), end = view.point(view.width);
    let p = Math.max(0, indexAfter(row.to, view.point(0)) - 1);
    while (p < row.parts.length && row.from[p] <= end) {
      const first = p, from = view.x(row.from[p]);
      let to = view.x(row.to[p++]);
      // A thin band is joined with those that end right behind it.
      while ((to - from < this.thinnest || p - first > 1) && to < view.width) {
        const next = indexAfter(row.to, view.point(to + this.thinnest));
        if (next <= p) break;
        to = view.x(row.to[next - 1]);
        p = next;
      }
      nodes.push(p - first > 1 ? this.drawThin(row.parts.slice(first, p), from, to, y)
        : this.drawBand(row, first, from, to, y, view.width));
    }
    return nodes;
  }

  /** Joins bands that are too thin to be seen, in the colour of the one that lasts longest.
   * @param {Part[]} parts @param {number} from @param {number} to @param {number} y */
  drawThin(parts, from, to, y) {
    const sums = /** @type {Record<string, number>} */ ({});
    for (const {kind, bt, et} of parts) sums[kind] = (sums[kind] ?? 0) + et - bt;
    const kind = Object.keys(sums).reduce((a, b) => (sums[b] > sums[a] ? b : a));
    return svg("g", {class: `${kind} many`},
      svg("title", {}, `${grouped(parts.length)} bands, mostly ${kind}; zoom in to see them`),
      svg("rect", {x: from, y: y + 3, width: Math.max(2, to - from), height: 12}));
  }

  /** @param {Row} row @param {number} p @param {number} from @param {number} to @param {number} y
   * @param {number} most the width of the window */
  drawBand(row, p, from, to, y, most) {
    const {kind, word, bt, et, end} = row.parts[p], name = row.names[p];
    const x = Math.max(from, -4), width = Math.max(2, Math.min(to, most + 4) - x);
    const text = name ? `${name} ${word}` : word, room = width - 8 + Math.min(0, x);
    const fits = [text, name, word].find((one) => one && letterWidth * one.length < room);
    const ending = {gap: ", then records are lost", open: ", until the end"}[end] ?? "";
    return svg("g", {class: kind}, svg("rect", {x, y, width, height: 18}), svg("title", {},
      `${text}, ${clockText(bt)} to ${clockText(et)} (${durationText(et - bt)})${ending}`),
    fits && svg("text", {x: Math.max(x, 0) + 4, y: y + 13}, fits));
  }

  /** @param {Mark[]} marks @param {number} y */
  drawMarks(marks, y) {
    const {view} = this, nodes = [];
    let free = -9;
    for (const [n, {i, sign, title}] of marks.entries()) {
      const x = view.x(i), next = n + 1 < marks.length ? view.x(marks[n + 1].i) : view.width + 9;
      if (x < free || x > view.width + 9) continue;
      const long = sign.replace(/^✕(?=.)/, "✕ error "), half = 3.5 * long.length;
      const text = x - half > free - 7 && x + half < next - 7 ? long : sign.replace(/^✕.*/, "✕");
      free = x + 7 + 3.5 * text.length;
      nodes.push(svg("text", {class: "mark", x, y: y + 11}, svg("title", {}, title), text));
    }
    return nodes;
  }

  /** @param {Lane} lane @param {number} y */
  drawBrackets(lane, y) {
    const {view} = this, nodes = [], ends = /** @type {number[]} */ ([]);
    for (const bracket of lane.brackets) {
      const [x, reach] = this.reachOf(bracket, view), label = `${bracket.n}: no ${bracket.event}`;
      if (reach < 0 || x > view.width) continue;
      const level = takeLevel(ends, x, reach), isRight = reach > view.width;
      if (level < 0 || level >= lane.bracketLevels) continue;
      const top = y + level * bracketHeight, width = Math.max(2, view.x(bracket.to) - x);
      const times = [bracket.from, bracket.to].map((point) => clockText(view.time(point)));
      nodes.push(svg("g", {class: "missing"},
        svg("title", {}, `violation ${label} from ${times.join(" to ")}`),
        svg("rect", {x, y: top + 1, width, height: 14}), svg("text", {class: isRight && "end",
          x: isRight ? view.width - 3 : Math.max(0, x) + 4, y: top + 12}, label)));
    }
    return nodes;
  }

  /** @param {Lane} lane */
  drawSigns(lane) {
    const {view} = this;
    const nodes = /** @type {SVGElement[]} */ ([]), ends = /** @type {number[]} */ ([]);
    const more = /** @type {{x: number, count: number}[]} */ ([]);
    for (const sign of lane.signs) {
      const isShown = sign.pin || !this.isCrowded
        || this.chosen.some((n) => sign.numbers.includes(n));
      const x = view.x(sign.i), near = more.at(-1);
      if (x < -20 || x > view.width + 20 || !isShown) continue;
      const level = takeLevel(ends, ...this.reach(sign, lane, view));
      if (level >= 0 && level < lane.levels) nodes.unshift(this.drawSign(sign, lane, x, level));
      else if (near && x < near.x + 40) near.count += 1;
      else more.push({x, count: 1});
    }
    return [...nodes, ...more.map(({x, count}) => svg("text", {class: "more", x, y: lane.top + 12},
      svg("title", {}, `${plural(count, "more sign")} here; zoom in`), `+${count}`))];
  }

  /** @param {Sign} sign @param {Lane} lane @param {number} x @param {number} level */
  drawSign(sign, lane, x, level) {
    const {i, pin, label} = sign, half = 4 + 3 * label.length;
    const bottom = level * pinHeight, name = this.nameOf(i);
    const y = lane.top + stripHeight + lane.levels * pinHeight - bottom - 10;
    const what = pin ? `${pin.severity} ${pin.rule}, violation` : "witness of violation";
    const time = clockText(this.answer.t[i]), seq = this.answer.seq[i];
    return svg("g", {class: pin ? `pin ${pin.severity}` : "ring", "data-i": i,
      transform: `translate(${x.toFixed(1)} ${y})`}, svg("title", {},
      `${what} ${label}: seq ${seq} ${name} at ${time}`),
    svg("line", {y1: 8, y2: bottom + 28}), pin ? svg("path", {d: pinShapes[pin.severity]})
      : svg("rect", {x: -half, y: -7, width: 2 * half, height: 14, rx: 7}),
    svg("text", {y: 3.5, class: pin && label.length > 2 && "long"}, label),
    !pin && lane.answer.kind === "other"
      && svg("text", {class: "event", x: half + 3, y: 3.5}, name));
  }

  drawGhosts() {
    const {view, bottom} = this, ends = /** @type {number[]} */ ([]);
    if (!this.ghosts.length) return {height: 0, nodes: []};
    const nodes = this.ghosts.map(({kind, at, from, text}) => {
      const tip = view.x(at), origin = from === null ? tip : view.x(from);
      const width = letterWidth * text.length + 10, x = Math.min(tip, view.width - width - 2);
      const level = takeLevel(ends, Math.min(x, origin), Math.max(origin, x + width) + 4);
      const y = bottom + stripHeight + 3 + Math.max(0, level) * rowHeight;
      return svg("g", {class: `ghost ${kind}`}, svg("title", {}, text),
        svg("line", {x1: tip, x2: tip, y1: axisHeight, y2: y}),
        from !== null && svg("path", {d: `M${origin} ${axisHeight}V${y + 9}H${tip}`}),
        svg("rect", {x, y, width, height: 18}), svg("text", {x: x + 5, y: y + 13}, text));
    });
    return {height: stripHeight + ends.length * rowHeight + 8, nodes: [...nodes,
      svg("line", {class: "edge", x2: view.width, y1: bottom, y2: bottom}),
      svg("text", {class: "lane", x: 5, y: bottom + 11}, this.ghostTitle)]};
  }

  /** Draws the strip with the whole session. */
  drawStrip() {
    const {overview} = this, {width} = overview, height = 8 + 6 * this.lanes.length;
    const rows = this.lanes.map(({rows: [row]}, n) => svg("g", {transform:
      `translate(0 ${4 + 6 * n}) scale(1 .22)`}, ...(row ? this.drawRow(row, 0, overview) : [])));
    const taken = new Set(), pins = this.answer.violations.map(({i, severity}) => {
      const x = Math.round(overview.x(i)), line = {class: severity, x1: x, x2: x, y2: height};
      return !taken.has(x) && taken.add(x) && svg("line", line);
    });
    filled(this.strip, {width, height}, []).replaceChildren(
      svg("g", {}, ...rows, ...pins), this.part);
  }
}

/** @param {Picture} picture that the wheel, a mouse and fingers zoom and pan */
function listenToPointers(picture) {
  const {plot, strip, view, overview} = picture;
  const fingers = /** @type {Map<number, {x: number, y: number}>} */ (new Map());
  let moved = 0;
  /** @param {MouseEvent} event @param {Element} [element] */
  const place = ({clientX, clientY}, element = picture.svg) => {
    const box = element.getBoundingClientRect();
    return {x: clientX - box.left, y: clientY - box.top};
  };
  plot.addEventListener("wheel", (event) => {
    const {deltaX, deltaY, ctrlKey, metaKey, shiftKey} = event;
    const isSideways = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
    // Without a key, the wheel scrolls the page, unless one has clicked the picture before.
    if (!isSideways && !ctrlKey && !metaKey && document.activeElement !== plot) return;
    event.preventDefault();
    if (isSideways) picture.pan(deltaX || deltaY);
    else picture.zoom(Math.exp(-deltaY * (ctrlKey ? 0.01 : 0.002)), place(event).x);
  }, {passive: false});
  plot.addEventListener("pointerdown", (event) => {
    if (fingers.set(event.pointerId, place(event)).size === 1) moved = 0;
  });
  plot.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId), now = place(event);
    if (!before) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.abs(now.x - before.x);
    if (moved > 4) plot.setPointerCapture(event.pointerId);
    const [wide, narrow] = [now, before].map(({x}) => Math.max(8, Math.abs(x - (other?.x ?? 0))));
    if (other) picture.zoom(wide / narrow, (now.x + other.x) / 2);
    else if (moved > 4) picture.pan(before.x - now.x);
    fingers.set(event.pointerId, now);
  });
  plot.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  plot.addEventListener("pointerup", (event) => {
    if (!fingers.delete(event.pointerId) || moved > 4) return;
    const sign = event.target instanceof Element ? event.target.closest("[data-i]") : null;
    const {x, y} = place(event);
    picture.goto(sign ? Number(sign.getAttribute("data-i")) : picture.nearest(x, y));
  });
  /** @param {PointerEvent} event */
  const slide = (event) => {
    if (event.buttons !== 1) return;
    strip.setPointerCapture(event.pointerId);
    picture.pan(view.x(overview.point(place(event, strip).x)) - view.width / 2);
  };
  filled(strip, {onpointerdown: slide, onpointermove: slide}, []);
}

/** The patterns of lost records, old ads and folded time. */
function picturePatterns() {
  const patterns = {lost: [6, 6, 45], old: [5, 5, -45], folded: [4, 8, 0]};
  return svg("defs", {}, ...Object.entries(patterns).map(([id, [width, height, angle]]) => {
    const size = {width, height, patternUnits: "userSpaceOnUse"};
    return svg("pattern", {id, ...size, patternTransform: `rotate(${angle})`},
      svg("path", {class: id, d: `M${angle ? 0 : 2} 0V5`}));
  }));
}

function pictureLegend() {
  const bands = ["loading", "unanswered: no answer", "ready", "hidden", "asked: asked to show",
    "shown", "old: too old", "expired", "active", "inactive", "background", "locked",
    "lost: records lost", "fold: time folded", "missing: missing expected event",
    "ghost: changed history"];
  const words = ["● error, ◆ warning, ■ info: a violation, at the record that made it certain",
    "number in a ring: a witness record of that violation",
    "✕ failure, with its error code if there is room",
    "C click, R reward earned, G reward granted, $ revenue, ! memory warning",
    "zoom: + and −, two fingers, or Ctrl and the wheel; move: drag, or Shift and an arrow key",
    "records: arrow keys, Home and End, n and p for violations"];
  return el("details", {class: "legend"}, el("summary", {}, "Legend"), el("p", {},
    ...bands.map((band) => band.split(": ")).map(([kind, word = kind]) => el("span", {},
      svg("svg", {class: `sample ${kind}`, width: 26, height: 16, "aria-hidden": "true"},
        svg("rect", {x: 1, y: 1, width: 24, height: 14})), ` ${word}`)),
    ...words.map((text) => el("span", {}, text))));
}
