internal import AdRules
internal import AdSession

/// Renders a session's picture as SVG without scripts, as wide as the page.
///
/// Horizontal positions are percentages of the width, everything else is in pixels, so that texts
/// keep their size. Anchors contain ``ReportPage/sessionMark`` in place of the session's number.
struct PictureMarkup {
  private let picture: SessionPicture
  private let found: [SessionPicture.Found]
  private let id: String
  /// The y coordinate of the top of each lane, and of the bottom of the last one.
  private var tops: [Int] = []

  private static let axisHeight = 30
  private static let stripHeight = 15
  private static let pinHeight = 18
  private static let rowHeight = 21
  private static let bracketHeight = 17
  private static let mostOfName = 28

  init(_ picture: SessionPicture, found: [SessionPicture.Found], id: String) {
    self.picture = picture
    self.found = found
    self.id = id
    var top = Self.axisHeight + (picture.gaps.isEmpty ? 0 : Self.stripHeight)
    for lane in picture.lanes {
      tops.append(top)
      top += Self.height(of: lane)
    }
    tops.append(top)
  }

  private static func height(of lane: PictureLane) -> Int {
    stripHeight + lane.pinLevels * pinHeight + max(1, lane.rows.count) * rowHeight
      + lane.bracketLevels * bracketHeight + (lane.marks.isEmpty ? 0 : stripHeight) + 8
  }

  private var height: Int {
    (tops.last ?? 0) + (picture.more.isEmpty ? 0 : Self.stripHeight + Self.pinHeight)
  }

  /// The picture as HTML.
  var html: String {
    """
    <figure>
    <div class="scroll" role="group" aria-label="\(label)" tabindex="0">
    <div class="plot" style="min-width:\(Int(picture.scale.width.rounded()))px;height:\(height)px">
    <svg class="lanes" role="img" aria-label="\(label)"><title>\(label)</title>
    \(axis)\(lanes)\(gaps)</svg>
    <div class="names" aria-hidden="true">\(names)</div>
    <svg class="pins">
    \(pins)</svg>
    </div>
    </div>
    <figcaption class="facts">\(caption)</figcaption>
    </figure>

    """
  }

  private var label: String {
    let events = picture.trace.events
    let whole = (events.last?.timeOfPicture ?? 0) - (events.first?.timeOfPicture ?? 0)
    return "Timeline of session \(Markup.text(id)), \(Self.duration(whole)): "
      + "\(AuditText.count(picture.lanes.count, "lane")), "
      + "\(AuditText.count(found.count, "violation")); the list below describes them"
  }

  /// Describes the axis, the folds and the elements that are not drawn.
  private var caption: String {
    let idle = picture.scale.folds.count { $0.leftOut == 0 }
    var parts = ["Time since the session began"]
    if idle > 0 { parts.append("\(AuditText.count(idle, "idle time")) folded") }
    let left = picture.leftOut
    let counts = [
      (left.records, "record"), (left.slots, "slot"), (left.ads, "ad"), (left.gaps, "gap"),
      (left.marks, "mark"), (left.rings, "witness record"),
    ].filter { $0.0 > 0 }.map { AuditText.count($0.0, $0.1) }
    if !counts.isEmpty { parts.append("not drawn: \(counts.joined(separator: ", "))") }
    return parts.joined(separator: " · ")
  }

  // MARK: The axis

  private var axis: String {
    var html = ""
    for fold in picture.scale.folds {
      let left = fold.leftOut > 0 ? "+\(fold.leftOut)" : "⋯"
      let title =
        fold.leftOut > 0
        ? "\(AuditText.count(fold.leftOut, "record")) not drawn" : "folded: no records here"
      let extent = "x=\"\(x(fold.begin))\" width=\"\(x(fold.end - fold.begin))\""
      let middle = "x=\"\(x((fold.begin + fold.end) / 2))\""
      let length = Self.duration(fold.milliseconds, units: picture.scale.isTight ? 1 : 2)
      html += """
        <g class="fold"><title>\(title), for \(Self.duration(fold.milliseconds))</title>\
        <rect \(extent) height="100%"/><text \(middle) y="11">\(length)</text>\
        <text \(middle) y="23">\(left)</text></g>

        """
    }
    for tick in picture.scale.ticks {
      let tickX = x(tick.x)
      html += """
        <line class="tick" x1="\(tickX)" x2="\(tickX)" y1="3" y2="100%"/>\
        <text class="tick" x="\(tickX)" dx="3" y="11">\(tick.label)</text>

        """
    }
    return html
  }

  private var gaps: String {
    var html = ""
    var free = 0.0
    for gap in picture.gaps {
      let lost = gap.dropped.map { AuditText.count($0, "record") } ?? "records"
      let text = gap.begin >= free ? "\(lost) lost" : ""
      if !text.isEmpty { free = gap.begin + 7 * Double(text.count) }
      html += """
        <g class="lost"><title>gap: \(lost) lost; anything can have happened here</title>\
        <rect x="\(x(gap.begin))" y="\(Self.axisHeight)" width="\(x(gap.end - gap.begin))" \
        height="\(height - Self.axisHeight)"/>\
        <text x="\(x(gap.begin))" dx="2" y="\(Self.axisHeight + 11)">\(text)</text></g>

        """
    }
    return html
  }

  // MARK: Lanes

  private var names: String {
    zip(picture.lanes, tops).map { lane, top in
      "<span style=\"top:\(top)px\">\(name(of: lane))</span>"
    }.joined()
  }

  private func name(of lane: PictureLane) -> String {
    switch lane.key {
    case .app: return "app"
    case .screen: return "screens"
    case .other: return "other records"
    case .slot(let unit, let scene):
      var parts = lane.format.text.map { ["<b>\($0)</b>"] } ?? []
      parts.append(Markup.text(Self.short(unit: picture.trace.symbols.text(unit))))
      if scene.isPresent { parts.append("in \(name(scene))") }
      return parts.joined(separator: " ")
    }
  }

  /// The last part of an ad unit's path, which differs between the units of one account.
  private static func short(unit: String) -> String {
    guard let slash = unit.lastIndex(of: "/"), unit.index(after: slash) < unit.endIndex else {
      return cut(unit)
    }
    return "…" + cut(String(unit[slash...]))
  }

  /// Truncates a long name.
  private static func cut(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let first = scalars.prefix(mostOfName)
    return first.endIndex == scalars.endIndex ? name : String(first) + "…"
  }

  private func name(_ symbol: Symbol) -> String {
    Markup.text(Self.cut(picture.trace.symbols.text(symbol)))
  }

  private var lanes: String {
    var html = ""
    for (lane, top) in zip(picture.lanes, tops) {
      html += "<line class=\"edge\" x1=\"0\" x2=\"100%\" y1=\"\(top)\" y2=\"\(top)\"/>\n"
      var y = top + Self.stripHeight + lane.pinLevels * Self.pinHeight
      html += rings(lane, bandsAt: y)
      for row in lane.rows {
        for life in row { html += bands(of: life, y) }
        y += Self.rowHeight
      }
      if lane.rows.isEmpty { y += Self.rowHeight }
      for bracket in lane.brackets { html += self.bracket(bracket, y) }
      y += lane.bracketLevels * Self.bracketHeight
      for mark in lane.marks { html += self.mark(mark, y) }
    }
    return html
  }

  private func bands(of life: PictureLife, _ y: Int) -> String {
    var html = ""
    for band in life.bands {
      let begin = picture.x(of: band.begin)
      let width = max(2, picture.x(of: band.end) - begin)
      if !picture.stops.touches(band.begin.index, band.end.index) { continue }
      let name = life.name.isPresent ? "\(self.name(life.name)) " : ""
      let why = life.why.text.map { ": \($0)" } ?? ""
      let text = "\(name)\(band.kind.word)\(why)"
      let fits = [text, life.name.isPresent ? self.name(life.name) : ""].first {
        !$0.isEmpty && 6.6 * Double($0.count) + 8 < width
      }
      let ending = band.ending == .gap ? ", then records are lost" : ""
      html += """
        <svg class="\(band.kind.rawValue)" x="\(x(begin))" y="\(y)" width="\(x(width))" height="18">\
        <title>\(text), \(AuditText.clock(band.begin.t)) to \(AuditText.clock(band.end.t)) \
        (\(Self.duration(band.end.t - band.begin.t)))\(ending)</title>\
        <rect width="100%" height="100%"/>\(fits.map { "<text x=\"4\" y=\"13\">\($0)</text>" } ?? "")</svg>

        """
    }
    return html
  }

  private func mark(_ mark: PictureLane.Mark, _ y: Int) -> String {
    """
    <text class="mark" x="\(x(picture.x(ofRecord: mark.index)))" y="\(y + 11)">\
    <title>\(record(mark.index))</title>\(mark.sign)</text>

    """
  }

  private func bracket(_ bracket: PictureLane.Bracket, _ y: Int) -> String {
    let begin = picture.x(of: bracket.begin)
    let end = picture.x(of: bracket.end)
    let top = y + bracket.level * Self.bracketHeight
    let reach = begin + 6.5 * Double(bracket.label.count)
    let text =
      reach > picture.scale.width
      ? "class=\"end\" x=\"100%\" dx=\"-3\"" : "x=\"\(x(begin))\" dx=\"4\""
    return """
      <g class="missing"><title>violation \(bracket.number): no \(bracket.kind.name) from \
      \(AuditText.clock(bracket.begin.t)) to \(AuditText.clock(bracket.end.t))</title>\
      <rect x="\(x(begin))" y="\(top + 1)" width="\(x(max(2, end - begin)))" height="14"/>\
      <text \(text) y="\(top + 12)">\(bracket.label)</text></g>

      """
  }

  private func rings(_ lane: PictureLane, bandsAt y: Int) -> String {
    var html = ""
    for ring in lane.rings.sorted(by: { $0.level > $1.level }) {
      let width = 8 + 6 * ring.label.count
      let bottom = ring.level * Self.pinHeight
      let kind = picture.kind(besides: ring, in: lane)
      let beside = "class=\"event\" x=\"\(width / 2 + 3)\" y=\"3.5\""
      let name = kind.map { "<text \(beside)>\($0)</text>" } ?? ""
      html += """
        <svg class="ring" x="\(x(picture.x(ofRecord: ring.index)))" y="\(y - bottom - 10)">\
        <title>witness of violation \(ring.label): \(record(ring.index))</title>\
        <line y1="7" y2="\(bottom + 28)"/>\
        <rect x="-\(width / 2)" y="-7" width="\(width)" height="14" rx="7"/>\
        <text y="3.5">\(ring.label)</text>\(name)</svg>

        """
    }
    return html
  }

  /// Describes a record: `seq 20, ad.loaded at 0:02:16.024`.
  private func record(_ index: Int) -> String {
    let event = picture.trace.events[index]
    return "seq \(event.seq), \(event.kind.name) at \(AuditText.clock(event.t))"
  }

  // MARK: Violations

  private var pins: String {
    var html = ""
    for (lane, top) in zip(picture.lanes, tops) {
      let y = top + Self.stripHeight + lane.pinLevels * Self.pinHeight
      for pin in lane.pins.sorted(by: { $0.level > $1.level }) { html += self.pin(pin, y) }
    }
    for more in picture.more { html += self.more(more) }
    return html
  }

  private func pin(_ pin: PictureLane.Pin, _ y: Int) -> String {
    let (rule, violation) = found[pin.number - 1]
    let severity = rule.severity(of: violation)
    let bottom = pin.level * Self.pinHeight
    let anchor = "\(ReportPage.sessionMark)-\(pin.number)"
    let text = "violation \(pin.number), \(severity.rawValue) \(rule.id), \(record(pin.index))"
    return """
      <svg x="\(x(picture.x(ofRecord: pin.index)))" y="\(y - bottom - 10)">\
      <a id="p\(anchor)" href="#v\(anchor)" class="\(severity.rawValue)" aria-label="\(text)">\
      <title>\(text)</title><line y1="8" y2="\(bottom + 28)"/>\(Self.shape(severity))\
      <text y="3.5">\(pin.number)</text></a></svg>

      """
  }

  /// The shape of a severity, so that it does not depend on colour.
  private static func shape(_ severity: Severity) -> String {
    switch severity {
    case .error: "<circle r=\"8.5\"/>"
    case .warning: "<path d=\"M0-10 10 0 0 10-10 0z\"/>"
    case .info: "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\"/>"
    }
  }

  private func more(_ more: SessionPicture.More) -> String {
    """
    <text class="more" x="\(x(more.x))" y="\((tops.last ?? 0) + 16)">\
    <title>\(AuditText.count(more.count, "more violation")) here</title>+\(more.count)</text>

    """
  }

  // MARK: Numbers

  /// An x coordinate as a percentage of the width.
  private func x(_ pixels: Double) -> String {
    let parts = Int((pixels / picture.scale.width * 100_000).rounded())
    let rest = String(parts % 1000)
    return "\(parts / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)%"
  }

  /// Formats a duration in its largest units: `5 h 12 min`, `31 s`, `250 ms`.
  static func duration(_ milliseconds: Int64, units count: Int = 2) -> String {
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 9950 {
      let tenths = (milliseconds + 50) / 100
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let units: [(length: Int64, name: String)] = [
      (86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s"),
    ]
    let first = units.firstIndex { $0.length <= milliseconds } ?? units.count - 1
    let shown = units[first...].prefix(count)
    let least = shown.last?.length ?? 1000
    var left = (milliseconds + least / 2) / least * least
    if first > 0, left >= units[first - 1].length { return "1 \(units[first - 1].name)" }
    var parts: [String] = []
    for unit in shown {
      if left >= unit.length { parts.append("\(left / unit.length) \(unit.name)") }
      left %= unit.length
    }
    return parts.joined(separator: " ")
  }
}
