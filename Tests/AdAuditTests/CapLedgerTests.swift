@testable import AdAudit
import Foundation
import Testing

@testable import AdRules

/// Which sessions have to be judged again since others of their install showed ads.
struct CapLedgerTests {
  private struct Session {
    var install: String
    var entries: [CapEntry]
  }

  /// Sessions of a few installs over a few days, from a seed.
  private static func sessions(
    _ seed: UInt64, count: Int = 60, installs: Int = 14, days: Int = 3
  ) -> [Session] {
    var state = seed
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    return (0..<count).map { _ in
      let day = Int64(below(days))
      let entries = (0...below(4)).map { _ in
        let wall = day * 86_400_000 + Int64(below(50))
        var entry =
          switch below(8) {
          case 0: CapEntry(day: day, wall: wall, lost: loss(below(4)))
          case 1, 2: CapEntry(day: day, wall: wall, slack: Int64(below(6)) - 2)
          default: CapEntry(day: day, wall: wall)
          }
        entry.cap = below(9) == 0 ? nil : Int64(4 + below(12))
        return entry
      }
      return Session(install: "i-\(below(installs))", entries: entries)
    }
  }

  /// A loss of 0 to 2 records, or of an unknown number.
  private static func loss(_ number: Int) -> CapEntry.Loss {
    number == 0 ? .unknown : .records(Int64(number - 1))
  }

  private static func again(
    _ sessions: [Session], partSize: Int, jobs: Int = 1
  ) -> [Int: CapLedger.Again] {
    var ledger = CapLedger(partSize: partSize, few: 0)
    for (order, session) in sessions.enumerated() {
      ledger.add(session.entries, install: session.install, order: order, archive: nil)
    }
    return ledger.again(jobs: jobs)
  }

  /// The shows and losses that each session is judged with, on its own days.
  private static func text(_ again: [Int: CapLedger.Again], _ sessions: [Session]) -> [String] {
    again.sorted { $0.key < $1.key }.map { order, again in
      let days = Set(sessions[order].entries.map(\.day))
      let shows = again.shows.shows.filter { days.contains($0.day) }
        .map { "\($0.day)/\($0.wall)" }
      let lost = again.shows.losses.filter { days.contains($0.day) }.map {
        "\($0.day)/\($0.wall):\($0.records.map { "\($0)" } ?? "?")"
      }
      return "\(order) \(shows.sorted()) \(lost.sorted())"
    }
  }

  /// The definition, looked up one by one.
  private static func slowly(_ sessions: [Session]) -> [String] {
    var result: [String] = []
    for (order, session) in sessions.enumerated() {
      let days = Set(session.entries.map(\.day))
      let others = sessions.enumerated()
        .filter { $0.offset != order && $0.element.install == session.install }
        .flatMap(\.element.entries).filter { days.contains($0.day) }
      let shows = others.filter(\.isShow)
      let lost = others.filter(\.isLoss)
      guard !shows.isEmpty || !lost.isEmpty, matters(session.entries, shows, lost) else { continue }
      let losses = lost.map { entry in
        "\(entry.day)/\(entry.wall ?? 0):\(records(entry).map { "\($0)" } ?? "?")"
      }
      let found = shows.map { "\($0.day)/\($0.wall ?? 0)" }
      result.append("\(order) \(found.sorted()) \(losses.sorted())")
    }
    return result
  }

  /// The number of lost records; nil if it is unknown.
  private static func records(_ entry: CapEntry) -> Int64? {
    if case .records(let count) = entry.lost { count } else { nil }
  }

  private static func matters(_ own: [CapEntry], _ shows: [CapEntry], _ lost: [CapEntry]) -> Bool {
    own.contains { entry in
      let gaps = (own + lost).filter { $0.day == entry.day && $0.isLoss }
      if gaps.contains(where: { $0.lost == .unknown }) { return true }
      let hidden = gaps.reduce(0) { $0 + (records($1) ?? 0) }
      if let slack = entry.slack {
        let latest = entry.wall ?? .max
        let before = shows.count { $0.day == entry.day && $0.wall ?? 0 <= latest }
        return Int64(before) + hidden > slack
      }
      guard let cap = entry.cap else { return true }
      return Int64((shows + own).count { $0.isShow && $0.day == entry.day }) + hidden >= cap
    }
  }

  @Test(arguments: 1...40)
  func `The sessions to judge again are those of the definition, in one part or many`(seed: UInt64)
  {
    let sessions = Self.sessions(seed)
    let whole = Self.text(Self.again(sessions, partSize: 1 << 20), sessions)
    let parts = Self.text(Self.again(sessions, partSize: 512), sessions)
    #expect(whole == parts, "seed \(seed)")
    #expect(whole == Self.slowly(sessions), "seed \(seed)")
  }

  /// Many installs, one with everything, and days with many shows.
  @Test(arguments: [(160, 80, 3), (80, 1, 3), (80, 1, 1), (160, 5, 40), (1, 1, 1)])
  func `The sessions to judge again do not depend on the number of threads`(
    count: Int, installs: Int, days: Int
  ) {
    for seed in UInt64(1)...2 {
      let sessions = Self.sessions(seed, count: count, installs: installs, days: days)
      let slowly = Self.slowly(sessions)
      for jobs in 1...3 {
        for partSize in [256, 4 << 20] {
          let again = Self.again(sessions, partSize: partSize, jobs: jobs)
          let text = Self.text(again, sessions)
          #expect(text == slowly, "seed \(seed), \(jobs) threads, \(partSize)")
        }
      }
    }
  }

  @Test func `The last entries of a session that was judged twice count`() {
    var ledger = CapLedger()
    let show = CapEntry(day: 1, wall: 5)
    ledger.add([show, show], install: "i", order: 0, archive: nil)
    ledger.add([CapEntry(day: 1, wall: 9)], install: "i", order: 1, archive: nil)
    ledger.add([show], install: "i", order: 0, archive: nil)
    #expect(ledger.again()[1]?.shows.shows.map(\.wall) == [5])
  }

  /// Each session asks for what was before its own show: of what was at the same time, that of the
  /// sessions which began before it.
  @Test func `A session is judged with the earlier shows of the other sessions only`() {
    let sessions = Self.sessions(7, count: 80, installs: 2, days: 2)
    let again = Self.again(sessions, partSize: 4 << 20)
    #expect(again.count > 60)
    for (order, again) in again {
      for day in Int64(0)..<2 {
        for wall in (day * 86_400_000)..<(day * 86_400_000 + 50) {
          let before = sessions.enumerated().filter {
            $0.offset != order && $0.element.install == sessions[order].install
          }.flatMap { other in
            other.element.entries.filter {
              $0.day == day && ($0.wall ?? 0, other.offset) < (wall, order)
            }
          }
          let shows = Int64(before.count(where: \.isShow))
          let lost = before.filter { $0.lost != nil }
          #expect(again.shows.count(on: day, before: wall) == shows)
          let sum =
            lost.contains { $0.lost == .unknown }
            ? nil : lost.reduce(0) { $0 + (Self.records($1) ?? 0) }
          #expect(again.shows.lost(on: day, before: wall) == sum)
        }
      }
    }
  }

  /// The first one is torn off on the evening of day 0; the app is started again on day 2.
  @Test func `Records lost at the end of a session count for every day until the next session`() {
    var ledger = CapLedger()
    let day: Int64 = 86_400_000
    for (order, start) in [0, 2 * day, 3 * day].enumerated() {
      var entries = (0..<4).map { CapEntry(day: $0, lost: .records(0)) }
      if order == 0 { entries.append(CapEntry(day: 0, wall: 5, lost: .records(1), openZone: 0)) }
      for index in entries.indices { entries[index].began = start }
      ledger.add(entries, install: "i", order: order, archive: nil)
    }
    let again = ledger.again()
    #expect(again[0] == nil)
    for order in 1...2 {
      let found = (0..<4).map { again[order]?.shows.lost(on: $0, before: .max) }
      #expect(found == [1, 1, 1, 0])
    }
  }

  @Test func `Lost records of a session count together with the shows of others`() {
    for (lost, isJudgedAgain) in [(Int64(1), false), (2, true)] {
      var ledger = CapLedger()
      var own = [CapEntry(day: 1, wall: 5), CapEntry(day: 1, wall: 0, lost: .records(lost))]
      for index in own.indices { own[index].cap = 4 }
      ledger.add(own, install: "i", order: 0, archive: nil)
      ledger.add([CapEntry(day: 1, wall: 1)], install: "i", order: 1, archive: nil)
      #expect((ledger.again()[0] != nil) == isJudgedAgain, "\(lost) records lost")
    }
  }

  @Test func `Lost records of others matter if they can reach the cap or a decision's count`() {
    let show = CapEntry(day: 1, wall: 5)
    for (own, lost, isJudgedAgain) in [
      (show, CapEntry.Loss.records(2), false), (show, .records(3), true), (show, .unknown, true),
      (CapEntry(day: 1, wall: 5, slack: 1), .records(1), false),
      (CapEntry(day: 1, wall: 5, slack: 1), .records(2), true),
      (CapEntry(day: 2, wall: 5), .records(3), false),
    ] {
      var ledger = CapLedger()
      var own = own
      own.cap = 4
      ledger.add([own], install: "i", order: 0, archive: nil)
      ledger.add([CapEntry(day: 1, wall: 1, lost: lost)], install: "i", order: 1, archive: nil)
      #expect((ledger.again()[0] != nil) == isJudgedAgain, "\(own) with \(lost) records lost")
    }
  }

  @Test func `A decision at an unknown time counts all shows of its day`() {
    var ledger = CapLedger()
    ledger.add([CapEntry(day: 1, slack: 0)], install: "i", order: 0, archive: nil)
    ledger.add([CapEntry(day: 1, wall: 5)], install: "i", order: 1, archive: nil)
    #expect(ledger.again()[0] != nil)
  }

  @Test func `A session to judge again has the hash of its name`() {
    var ledger = CapLedger()
    var show = CapEntry(day: 1, wall: 5)
    show.cap = 1
    ledger.add([show], install: "i", session: .max, order: 0, archive: nil)
    ledger.add([show], install: "i", order: 1, archive: 7)
    let again = ledger.again()
    #expect(again[0]?.session == .max)
    #expect(again[1]?.session == 0)
    #expect(again[1]?.archive == 7)
  }
}
