internal import AdRules

/// The app-open shows of one journal by install: daily caps alone look across sessions.
///
/// Its memory does not grow with the journal: entries wait in a ``SpillFile``, and at the end the
/// installs are looked at in as many parts as it takes.
struct CapLedger: ~Copyable {
  /// What a session has to be judged by again.
  struct Again {
    var shows: OtherShows
    /// Where the session is kept, if its journal cannot be read again; -1 for nowhere.
    var archive: Int64
  }

  private var file: SpillFile
  private var count = 0
  private var calls = 0
  private let partSize: Int
  private static let size = MemoryLayout<CapEntry>.stride

  /// Makes a ledger that looks at about so many bytes of entries at once.
  init(partSize: Int = 4 << 20) {
    self.partSize = partSize
    file = SpillFile(limit: partSize / 4)
  }

  /// Whether no session has to do with a daily cap.
  var isEmpty: Bool { count == 0 }

  /// Takes down a session of an install.
  mutating func add(_ found: [CapEntry], install: String, order: Int, archive: Int64) {
    let hash = UInt64(bitPattern: Int64(install.hashValue))
    calls += 1
    for var entry in found {
      entry.install = hash
      entry.order = order
      entry.call = calls
      entry.archive = archive
      _ = withUnsafeBytes(of: &entry) { file.append(UnsafeRawBufferPointer($0)) }
      count += 1
    }
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  mutating func again() -> [Int: Again] {
    var result: [Int: Again] = [:]
    let parts = UInt64(max(1, (count * Self.size + partSize - 1) / partSize))
    for part in 0..<parts {
      var entries = entries(of: part, of: parts)
      if entries.isEmpty { continue }
      entries.sort { ($0.install, $0.order, $0.call) < ($1.install, $1.order, $1.call) }
      var start = 0
      while start < entries.count {
        let end = entries[start...].firstIndex { $0.install != entries[start].install }
        let install = entries[start..<(end ?? entries.count)]
        if install.first?.order != install.last?.order {
          InstallDays(install).addAgain(to: &result)
        }
        start = install.endIndex
      }
    }
    return result
  }

  /// The entries of the installs of a part that have several sessions: most have one.
  private mutating func entries(of part: UInt64, of parts: UInt64) -> [CapEntry] {
    var sessions = InstallSessions(count: count / Int(parts))
    for place in 0..<count {
      let entry = entry(place)
      if parts == 1 || entry.install % parts == part {
        sessions.add(entry.install, order: entry.order)
      }
    }
    if !sessions.haveSeveral { return [] }
    return (0..<count).compactMap { place in
      let entry = entry(place)
      return entry.install % parts == part && sessions.hasSeveral(entry.install) ? entry : nil
    }
  }

  @inline(__always)
  private mutating func entry(_ place: Int) -> CapEntry {
    let bytes = file.read(place * Self.size, Self.size)
    guard bytes.count == Self.size else { return CapEntry(day: .min) }
    return bytes.loadUnaligned(as: CapEntry.self)
  }
}

/// Which installs have several sessions; open addressing.
private struct InstallSessions {
  /// The install, the line with which its first session begins, and -1 where it has several.
  private var slots: [(install: UInt64, order: Int)]
  private var used = 0
  private(set) var haveSeveral = false

  private static let unused = Int.min

  /// Room for about so many installs.
  init(count: Int) {
    var size = 64
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: (0, Self.unused), count: size)
  }

  mutating func add(_ install: UInt64, order: Int) {
    let slot = slot(of: install)
    if slots[slot].order == Self.unused {
      slots[slot] = (install, order)
      used += 1
      if used * 2 > slots.count { grow() }
    } else if slots[slot].order != order {
      slots[slot].order = -1
      haveSeveral = true
    }
  }

  func hasSeveral(_ install: UInt64) -> Bool { slots[slot(of: install)].order == -1 }

  private func slot(of install: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: install) & (slots.count - 1)
    while slots[slot].order != Self.unused, slots[slot].install != install {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: (0, Self.unused), count: old.count * 2)
    for entry in old where entry.order != Self.unused { slots[slot(of: entry.install)] = entry }
  }
}

/// The days of one install.
private struct InstallDays {
  private struct Day {
    /// The wall clocks of all shows, rising.
    var walls: [Int64] = []
    /// What is lost of it.
    var lost: [CapEntry] = []
    /// How many records that are; nil where nobody knows.
    var lostCount: Int64? = 0

    mutating func lose(_ entry: CapEntry) {
      lost.append(entry)
      lostCount = lostCount.flatMap { sum in entry.lost.map { sum + $0 } }
    }
  }

  private var sessions: [Int: [CapEntry]] = [:]
  private var days: [Int64: Day] = [:]

  init(_ all: ArraySlice<CapEntry>) {
    var last: [Int: Int] = [:]
    for entry in all { last[entry.order] = max(entry.call, last[entry.order] ?? 0) }
    for entry in all where entry.call == last[entry.order] {
      sessions[entry.order, default: []].append(entry)
      if entry.isShow {
        days[entry.day, default: Day()].walls.append(entry.wall ?? 0)
      } else if entry.wall == nil, entry.lost != 0 {
        days[entry.day, default: Day()].lose(entry)
      }
    }
    for day in days.keys { days[day]?.walls.sort() }
  }

  /// The sessions whose verdicts the others' shows can change.
  func addAgain(to result: inout [Int: CapLedger.Again]) {
    for (order, own) in sessions where matters(order, own) {
      result[order] = CapLedger.Again(shows: others(of: order, own), archive: own[0].archive)
    }
  }

  /// Whether other sessions' shows can change a verdict: the cap of a day is in reach, or a decision
  /// did not count them, or nobody knows since records are lost.
  private func matters(_ order: Int, _ own: [CapEntry]) -> Bool {
    var foreign = 0
    for day in Set(own.map(\.day)) {
      guard let all = days[day] else { continue }
      if all.lost.contains(where: { $0.order != order }) { return true }
      foreign += all.walls.count - own.count { $0.isShow && $0.day == day }
    }
    return foreign > 0 && own.contains { matters($0, own) }
  }

  private func matters(_ entry: CapEntry, _ own: [CapEntry]) -> Bool {
    let all = days[entry.day]?.walls ?? []
    // A lost record can be a show: with those of others it may reach the cap.
    guard let lost = (days[entry.day] ?? Day()).lostCount else { return true }
    let mine = own.filter { $0.isShow && $0.day == entry.day }
    if let slack = entry.slack {
      let latest = entry.wall ?? .max
      let before = all.count(upTo: latest) - mine.count { $0.wall ?? 0 <= latest }
      return Int64(before) + lost > slack
    }
    return entry.cap.map { Int64(all.count) + lost >= $0 } ?? true
  }

  private func others(of order: Int, _ own: [CapEntry]) -> OtherShows {
    var shows: [OtherShows.Show] = []
    var lost: [Int64: Int64?] = [:]
    for day in Set(own.map(\.day)).sorted() {
      guard let all = days[day] else { continue }
      var mine = own.filter { $0.isShow && $0.day == day }.map { $0.wall ?? 0 }.sorted()[...]
      for wall in all.walls {
        if wall == mine.first {
          mine = mine.dropFirst()
        } else {
          shows.append(OtherShows.Show(wall: wall, day: day))
        }
      }
      for entry in all.lost where entry.order != order {
        let before = lost[day] ?? 0
        lost[day] = .some(before.flatMap { sum in entry.lost.map { sum + $0 } })
      }
    }
    return OtherShows(shows: shows.sorted { $0.wall < $1.wall }, lost: lost)
  }
}

extension [Int64] {
  /// How many of the rising numbers are at most this.
  fileprivate func count(upTo most: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] <= most { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
