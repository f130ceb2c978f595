@testable import AdAudit
import AdRules
import Testing

/// The answers to the questions of sessions whose verdicts depend on earlier sessions of their
/// install.
struct CapLedgerTests {
  private static let day: Int64 = 86_400_000

  /// A session of an hour that began at an hour of a day and shows ads at some minutes of it.
  private static func note(
    _ launch: Int64?, day: Int64 = 5, hour: Int64 = 9, shows: [Int64] = [], asks: Int? = nil,
    cap: Int64 = 3, records: Int = 10
  ) -> CapNote {
    let first = day * Self.day + hour * 3_600_000
    var note = CapNote(
      InstallOrder.Span(
        first: first, last: first + 3_500_000, latestFirst: first, launchCount: launch))
    note.session = UInt64(bitPattern: first &* 31)
    note.records = records
    note.question = asks
    note.entries = shows.map { CapEntry(day: day, wall: first + $0 * 60_000) }
    if asks != nil { note.entries.append(CapEntry(day: day, lost: .records(0))) }
    for index in note.entries.indices { note.entries[index].cap = cap }
    return note
  }

  private static func answers(
    _ notes: [CapNote], partSize: Int = 4 << 20, jobs: Int = 1
  ) -> CapLedger.Answers {
    var ledger = CapLedger(partSize: partSize, few: 0)
    for note in notes { ledger.add(note, install: "i") }
    return ledger.answers(jobs: jobs)
  }

  @Test func `A session alone gets no answer`() {
    let answers = Self.answers([Self.note(3, shows: [5], asks: 0)])
    #expect(answers.noneThatMatters.isEmpty && answers.again.isEmpty)
  }

  @Test func `Launches back to the first one whose shows are few need no second judgement`() {
    let answers = Self.answers([
      Self.note(1, hour: 8, shows: [5]), Self.note(2, shows: [5], asks: 0),
    ])
    #expect(answers.noneThatMatters == [0] && answers.again.isEmpty)
  }

  @Test func `Launches back to the day before are all that ran on the day`() {
    let answers = Self.answers([Self.note(6, day: 3), Self.note(7, shows: [5], asks: 0)])
    #expect(answers.noneThatMatters == [0] && answers.again.isEmpty)
  }

  @Test func `A launch less than 14 hours before the day is not certainly of another day`() {
    let answers = Self.answers([
      Self.note(6, day: 4, hour: 12), Self.note(7, shows: [5], asks: 0),
    ])
    #expect(answers.noneThatMatters.isEmpty && answers.again.isEmpty)
  }

  @Test func `Shows of earlier launches that reach the cap lead to a second judgement`() {
    let answers = Self.answers([
      Self.note(1, hour: 8, shows: [5, 6]), Self.note(2, shows: [5], asks: 0),
    ])
    #expect(answers.noneThatMatters.isEmpty && answers.again.count == 1)
    #expect(answers.again.first?.shows.count(on: 5) == 2)
    #expect(answers.again.first?.shows.isComplete(on: 5) == true)
  }

  @Test func `With a launch missing, the shows that were found are only the least`() {
    let answers = Self.answers([
      Self.note(1, hour: 7, shows: [5, 6]), Self.note(3, shows: [5], asks: 0),
    ])
    #expect(answers.again.first?.shows.count(on: 5) == 2)
    #expect(answers.again.first?.shows.isComplete(on: 5) == false)
  }

  @Test func `Later launches do not matter`() {
    let answers = Self.answers([
      Self.note(1, hour: 8), Self.note(2, shows: [5], asks: 0),
      Self.note(3, hour: 10, shows: [1, 2, 3, 4]),
    ])
    #expect(answers.noneThatMatters == [0] && answers.again.isEmpty)
  }

  @Test(arguments: [(2, 9), (3, 8), (nil, 8)] as [(Int64?, Int64)])
  func `Launches that repeat, overlap or are not counted leave earlier shows unknown`(
    launch: Int64?, hour: Int64
  ) {
    var before = Self.note(launch, hour: 8, shows: [5, 6, 7])
    if hour == 9 { before.span.last += 3_600_000 }
    let answers = Self.answers([before, Self.note(2, shows: [5], asks: 0)])
    #expect(answers.noneThatMatters.isEmpty && answers.again.isEmpty)
  }

  @Test func `A copy of a session does not count, and gets the same answer`() {
    let first = Self.note(1, hour: 8, shows: [5])
    var part = first
    part.records = 3
    part.entries = []
    let answers = Self.answers([
      Self.note(2, shows: [5], asks: 1), part, first, Self.note(2, shows: [5], asks: 0), first,
    ])
    #expect(answers.noneThatMatters.sorted() == [0, 1] && answers.again.isEmpty)
  }

  @Test func `A cap of each session decides for that session`() {
    let answers = Self.answers([
      Self.note(1, hour: 8, shows: [5], cap: 1), Self.note(2, shows: [5], asks: 0, cap: 3),
    ])
    #expect(answers.again.count + answers.noneThatMatters.count == 1)
    #expect(answers.again.allSatisfy { $0.shows.isComplete(on: 5) })
  }

  /// The first one is torn off on the evening of day 4; the app is started again on day 6.
  @Test func `Records lost at the end of a session count for every day until the next session`() {
    var torn = Self.note(1, day: 4)
    torn.entries = [CapEntry(day: 4, wall: torn.span.last, lost: .records(1), openZone: 0)]
    let answers = Self.answers([
      torn, Self.note(2, day: 6, shows: [5, 6], asks: 0),
      Self.note(3, day: 7, shows: [1, 2], asks: 1),
    ])
    #expect(answers.noneThatMatters == [1])
    #expect(answers.again.map(\.note.question) == [0])
    let lost = (4...7).map { answers.again.first?.shows.lost(on: $0) }
    #expect(lost == [1, 1, 1, 0])
  }

  private static func random(_ seed: UInt64) -> [CapNote] {
    var state = seed
    func below(_ limit: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % limit
    }
    return (0..<60).map { number in
      let shows = (0..<below(3)).map { _ in below(58) }
      var found = note(
        below(8) == 0 ? nil : Int64(number) / 3, day: Int64(number) / 6, hour: below(24),
        shows: shows.sorted(), asks: below(3) == 0 ? nil : number, cap: 1 + below(5))
      found.session = UInt64(number + 1)
      return found
    }
  }

  private static func text(_ answers: CapLedger.Answers) -> String {
    let again = answers.again.map {
      let day = $0.note.span.first / Self.day
      return "\($0.note.question ?? -1) \($0.shows.count(on: day)) \($0.shows.isComplete(on: day))"
    }
    return "\(answers.noneThatMatters.sorted()) \(again.sorted())"
  }

  @Test(arguments: 1...20)
  func `The answers depend neither on the order of the sessions nor on parts and threads`(
    seed: UInt64
  ) {
    let notes = Self.random(seed)
    let wanted = Self.text(Self.answers(notes))
    #expect(Self.text(Self.answers(notes.reversed())) == wanted, "seed \(seed)")
    let mixed = notes.indices.map { notes[($0 * 7) % notes.count] }
    #expect(Self.text(Self.answers(mixed, partSize: 512)) == wanted, "seed \(seed)")
    #expect(Self.text(Self.answers(mixed, jobs: 3)) == wanted, "seed \(seed)")
  }
}
