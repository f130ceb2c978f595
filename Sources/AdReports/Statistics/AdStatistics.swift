public import AdSession

/// A field by which ``AdStatistics`` are grouped.
public enum StatisticsField: String, CaseIterable, Sendable {
  /// The ad unit id.
  case unit
  /// The format of the ad.
  case format
  /// The adapter that delivered the ad, or that the answer to the request names.
  case adapter
  /// The network that serves the ad.
  case network
  /// The creative of the ad.
  case creative
  /// The name of the app.
  case app
  /// The version of the app.
  case version
  /// The name of the SDK, with its version.
  case sdkVersion = "sdk_version"
  /// The name of the system, with its version.
  case os
  /// The build of the app: debug, test or release.
  case build
  /// The local day of the request; of the impression, click or payment for these.
  case day

  /// Whether sessions have the field, and not only their ads.
  var isOfSession: Bool {
    switch self {
    case .app, .version, .sdkVersion, .os, .build, .day: true
    case .unit, .format, .adapter, .network, .creative: false
    }
  }

  /// Whether the field names a network or a part of it; such groups are compared.
  package var isOfNetwork: Bool { self == .adapter || self == .network || self == .creative }

  /// The value of the field for ads and sessions that do not have it.
  package var absence: String {
    switch self {
    case .network, .creative: "(no \(rawValue))"
    default: "unknown"
    }
  }
}

/// The values of the fields of a group, in their order.
public struct GroupKey: Comparable, Sendable {
  /// The values; `unknown` or `(no network)` for a value that is not in the journal.
  public let values: [String]

  /// Compares the first values that differ.
  public static func < (one: Self, other: Self) -> Bool {
    one.values.lexicographicallyPrecedes(other.values)
  }
}

/// Fill rate, show rate, latency, waste and revenue of any number of sessions.
public struct AdStatistics: Sendable {
  /// The fields by which the figures are grouped.
  public let fields: [StatisticsField]
  /// The figures of each group.
  public internal(set) var groups = SortedTable<GroupKey, AdFigures>()
  /// The number of sessions.
  public internal(set) var sessions = 0
  /// The sessions of each group, by the values of the fields that sessions have.
  var sessionsOfGroups = SortedTable<GroupKey, GroupSessions>()
  /// The number of records in the sessions.
  public internal(set) var records = 0
  /// Sessions without an end; the outcome of their last ads is unknown.
  public internal(set) var cut = 0
  /// Sessions that lost records.
  public internal(set) var withGaps = 0
  /// Sessions whose app does not record revenue.
  public internal(set) var withoutRevenue = 0
  /// Sessions without times; durations, days and rates per day leave them out.
  public internal(set) var withoutTimes = 0
  /// Shown ads without a recorded load; no group counts them.
  public internal(set) var strayShows = 0

  /// The units that showed no ad in a session although there were moments, by unit and format.
  var unshown = SortedTable<GroupKey, UnshownSessions>()

  /// Makes statistics of no sessions.
  public init(by fields: [StatisticsField]) { self.fields = fields }

  /// Makes the statistics of one session; examples name its file.
  public init(of trace: Trace, path: String = "", by fields: [StatisticsField]) {
    self.init(by: fields)
    var counter = SessionCounter(trace, path: path, self)
    counter.count()
    self = counter.statistics
  }

  /// Adds the slots of a session that showed no ad, which ``init(of:path:by:)`` does not look for.
  public mutating func addUnshownSlots(of trace: Trace) {
    var ofSession = SortedTable<GroupKey, UnshownSessions>()
    for slot in UnshownSlots(trace).slots {
      let key = GroupKey(values: [slot.unit, slot.format.text ?? "unknown"])
      ofSession[key, UnshownSessions(count: 1)].moments.add(slot.moments)
    }
    for (key, sessions) in ofSession.entries { unshown[key, UnshownSessions()].add(sessions) }
  }

  /// Adds the statistics of other sessions, which must be grouped by the same fields.
  public mutating func add(_ other: AdStatistics) {
    for (key, figures) in other.groups.entries { groups[key, AdFigures()].add(figures) }
    for (key, sessions) in other.sessionsOfGroups.entries {
      sessionsOfGroups[key, GroupSessions()].add(sessions)
    }
    sessions += other.sessions
    records += other.records
    cut += other.cut
    withGaps += other.withGaps
    withoutRevenue += other.withoutRevenue
    withoutTimes += other.withoutTimes
    strayShows += other.strayShows
    for (key, sessions) in other.unshown.entries { unshown[key, UnshownSessions()].add(sessions) }
  }

  /// The figures of all groups together.
  public var total: AdFigures {
    groups.entries.reduce(into: AdFigures()) { $0.add($1.value) }
  }

  /// Each group with its sessions, in natural order or by a column, the greatest value first.
  public func rows(sortedBy column: StatisticsColumn? = nil) -> [StatisticsRow] {
    let entries = groups.entries.sorted { one, other in
      let difference = zip(one.key.values, other.key.values).first { $0 != $1 }
      return difference.map { NaturalOrder.precedes($0, $1) } ?? false
    }
    let rows = entries.map { key, figures in
      let values = zip(fields, key.values).filter { $0.0.isOfSession }.map { $0.1 }
      return StatisticsRow(
        names: key.values, figures: figures,
        sessions: sessionsOfGroups[GroupKey(values: values), GroupSessions()])
    }
    guard let column else { return rows }
    let currency = total.earnings.max { $0.payments < $1.payments }?.currency
    let values = rows.map { column.value(of: $0, currency) ?? -.infinity }
    return rows.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }.map { rows[$0] }
  }

  /// What groups are that are compared: `networks`, or `groups` if several fields name them.
  var nounOfNetworks: String {
    let fields = fields.filter { $0.isOfNetwork }
    return fields.count == 1 ? fields[0].rawValue + "s" : "groups"
  }

  /// All groups together.
  public var totalRow: StatisticsRow {
    var all = sessionsOfGroups.entries.reduce(into: GroupSessions()) { $0.add($1.value) }
    all.count = sessions
    return StatisticsRow(names: [], figures: total, sessions: all)
  }
}

/// The sessions in which the ads of a group can have been shown, and their installs.
///
/// A session whose header names no install counts as an install of its own. Numbers of installs are
/// exact up to ``mostExactInstalls``; above that they are estimates with a standard error of 0.8 %.
public struct GroupSessions: Sendable, Equatable {
  /// The greatest number of installs that is counted exactly, and of pairs of install and day.
  public static let mostExactInstalls = 1 << 14

  /// The number of sessions.
  public internal(set) var count = 0
  /// The number of sessions with a record on each local day.
  var days = SortedTable<Int64, Int>()
  private var sketch = InstallSketch(limit: mostExactInstalls)
  /// Counts pairs of an install and a day.
  private var dailySketch = InstallSketch(limit: mostExactInstalls)

  /// Makes a count of no sessions.
  init() {}

  /// Makes the count of one session of an install, with records on these local days.
  init(install: UInt64, days: [Int64]) {
    count = 1
    sketch.add(install)
    for day in days {
      self.days.add(1, to: day)
      dailySketch.add(SessionHash.value(install, onDay: day))
    }
  }

  /// The number of local days on which a session has a record.
  public var dayCount: Int { days.entries.count }
  /// The number of installs.
  public var installs: Int { sketch.installs }
  /// The installs with a record on a local day, added up over all days.
  public var installDays: Int { dailySketch.installs }
  /// Whether the numbers of installs are exact.
  public var hasExactInstalls: Bool { sketch.isExact && dailySketch.isExact }
  /// The installs of a day, on average over the days (DAU); nil without a day.
  public var dailyInstalls: Double? {
    dayCount == 0 ? nil : Double(installDays) / Double(dayCount)
  }

  mutating func add(_ other: GroupSessions) {
    count += other.count
    days.add(other.days)
    sketch.add(other.sketch)
    dailySketch.add(other.dailySketch)
  }
}

/// The sessions in which a unit showed no ad although there were moments, in one of their scenes.
struct UnshownSessions: Sendable {
  var count = 0
  var moments = UnshownMoments()

  mutating func add(_ other: Self) {
    count += other.count
    moments.add(other.moments)
  }
}

/// One group: its figures and its sessions.
public struct StatisticsRow: Sendable {
  /// The values of the fields; empty for all groups together.
  public let names: [String]
  /// The figures of its requests and ads.
  public let figures: AdFigures
  /// Its sessions.
  public let sessions: GroupSessions

  /// The impressions of an install on a day: divided by the installs of all days; nil without any.
  public var impressionsPerInstallDay: Double? {
    sessions.installDays == 0
      ? nil
      : Double(figures.impressions - figures.undated.impressions) / Double(sessions.installDays)
  }

  /// The shown ads of a day, on average over the days; nil without a day.
  public var showsPerDay: Double? {
    sessions.dayCount == 0
      ? nil : Double(figures.shown - figures.undated.shown) / Double(sessions.dayCount)
  }

  /// The number of shown ads, divided by a number; nil for 0.
  public func shows(per number: Int) -> Double? {
    number == 0 ? nil : Double(figures.shown) / Double(number)
  }
}
