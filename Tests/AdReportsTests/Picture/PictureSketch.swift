@testable import AdAudit
@testable import AdReports
import AdReplay
import AdRules
import AdSession

/// A picture as text, for tests: the elements of each lane with their times.
struct PictureSketch {
  let picture: SessionPicture
  let found: [SessionPicture.Found]

  init(
    _ audited: AuditedSession, numbered: Int = SessionPage.mostViolations,
    overrides: [PolicySetting] = []
  ) {
    found = SessionPage.violations(of: audited).map(\.found)
    picture = SessionPicture(
      audited.reading.trace, found: found, numbered: numbered, overrides: overrides)
  }

  private var trace: Trace { picture.trace }

  /// `app`, `screens`, `other`, or `UNIT SCENE`.
  func name(_ lane: PictureLane) -> String {
    switch lane.key {
    case .app: "app"
    case .screen: "screens"
    case .other: "other"
    case .slot(let unit, let scene):
      ([unit, scene].filter(\.isPresent).map { trace.symbols.text($0) }).joined(separator: " ")
    }
  }

  var names: [String] { picture.lanes.map(name) }

  /// What a lane has: its rows of bands, `NAME: STAGE FROM-TO, …`.
  func rows(_ title: String) -> [[String]] {
    lanes(title).flatMap(\.rows).map { row in row.map(text) }
  }

  /// `✕3 at 2000`, in the order of the session.
  func marks(_ title: String) -> [String] {
    lanes(title).flatMap(\.marks).sorted { $0.index < $1.index }
      .map { "\($0.sign) at \(trace.events[$0.index].t)" }
  }

  /// `RULE at 2000, seq 3`.
  func pins(_ title: String) -> [String] {
    lanes(title).flatMap(\.pins).map { pin in
      let event = trace.events[pin.index]
      return "\(pin.number) \(found[pin.number - 1].rule.id) at \(event.t), seq \(event.seq)"
    }
  }

  /// `1,2: seq 3`.
  func rings(_ title: String) -> [String] {
    lanes(title).flatMap(\.rings).map { "\($0.label): seq \(trace.events[$0.index].seq)" }.sorted()
  }

  /// `1: no ad.loaded 1000-61000`.
  func brackets(_ title: String) -> [String] {
    lanes(title).flatMap(\.brackets).map { "\($0.label) \($0.begin.t)-\($0.end.t)" }
  }

  private func lanes(_ title: String) -> [PictureLane] {
    picture.lanes.filter { name($0) == title }
  }

  private func text(_ life: PictureLife) -> String {
    let why = life.why.text.map { ": \($0)" } ?? ""
    let bands = life.bands.map { "\($0.kind.word)\(why) \($0.begin.t)-\($0.end.t)" }
    let name = life.name.isPresent ? "\(trace.symbols.text(life.name)): " : ""
    return name + bands.joined(separator: ", ")
  }
}
