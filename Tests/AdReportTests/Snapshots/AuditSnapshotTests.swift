import AdJournal
import AdReport
import AdRules
import Foundation
import Testing

/// The law: whatever happens to a file, an audit with snapshots says what one without them says.
struct AuditSnapshotTests {
  static let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1

  /// What can become of a journal between two audits.
  enum Change: CaseIterable {
    case grown, same, cut, replaced, oneByte, lineMoved, rotated, tornAndGrown

    func applied(to bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
      let more = MixedJournal.lines(of: 2, &random)
      switch self {
      case .same: return bytes
      case .grown: return bytes + more.joined()
      case .cut: return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case .replaced: return Array(MixedJournal.lines(of: 3, &random).joined())
      case .oneByte:
        var changed = bytes
        guard let place = changed.indices.randomElement(using: &random) else { return bytes }
        changed[place] = changed[place] == 0x31 ? 0x32 : 0x31
        return changed
      case .lineMoved:
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let from = lines.indices.randomElement(using: &random) else { return bytes }
        let line = lines.remove(at: from)
        lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
        return Array(lines.joined(separator: [0x0A]))
      case .rotated: return Array(more.joined())
      case .tornAndGrown:
        let torn = bytes.dropLast(Int.random(in: 1...60, using: &random))
        return torn + [0x0A] + more.joined()
      }
    }
  }

  @Test func `A snapshot never changes what an audit says`() throws {
    for seed in 0..<UInt64(5 * Self.rounds) {
      var random = SeededNumbers(state: seed)
      let place = try SnapshotPlace()
      var bytes = Array(MixedJournal.lines(of: 6, &random).joined())
      var history: [Change] = []
      for _ in 0..<5 {
        try place.write(bytes)
        let blockSize = [600, 4096, 30_000].randomElement(using: &random) ?? 4096
        let jobs = Int.random(in: 1...3, using: &random)
        let told = try place.audit(with: place.store(jobs: jobs), jobs: jobs, blockSize: blockSize)
        let plain = try place.audit(with: nil)
        try #require(told == plain, "seed \(seed), after \(history)")
        let change = Change.allCases.randomElement(using: &random) ?? .same
        history.append(change)
        bytes = change.applied(to: bytes, &random)
      }
    }
  }

  /// A session is done 65 536 lines after its end; blank lines are lines.
  @Test func `Sessions that are done are told as they were, and judged again by later ones`() throws
  {
    let filler = [UInt8](repeating: 0x0A, count: 66_000)
    for seed in 0..<UInt64(Self.rounds) {
      var random = SeededNumbers(state: 1000 + seed)
      let place = try SnapshotPlace()
      var bytes = Array(MixedJournal.lines(of: 5, &random).joined()) + fleet("first") + filler
      try place.write(bytes)
      let before = try place.audit(with: place.store())
      #expect(try before == place.audit(with: nil))
      let first = try #require(before.first { $0.contains("\"first\"") })
      // The same install an hour before: what its other session says changes.
      bytes += fleet("later", hour: "06") + MixedJournal.lines(of: 2, &random).joined()
      try place.write(bytes)
      let store = place.store()
      let told = try place.audit(with: store, jobs: 2, blockSize: 1 << 15)
      #expect(store.takenCount == 1)
      #expect(!told.contains(first))
      #expect(try told == place.audit(with: nil))
    }
  }

  /// Of a session with a note only its lines are kept: it has to be found by them, without its name.
  @Test func `A session with a note that is done is judged again by later ones, too`() throws {
    let place = try SnapshotPlace()
    var lines = fleet("first").split(separator: 0x0A)
    lines.insert(lines[3], at: 4)
    let first = lines.flatMap { $0 + [0x0A] } + [UInt8](repeating: 0x0A, count: 66_000)
    try place.write(first)
    let alone = try place.audit(with: place.store())
    try place.write(first + fleet("later", hour: "06"))
    let store = place.store()
    let told = try place.audit(with: store)
    #expect(store.takenCount == 1)
    #expect(told.first != alone.first)
    #expect(try told == place.audit(with: nil))
  }

  /// A session of an install with two shows, which count how many are left of the day's.
  private func fleet(_ session: String, hour: String = "07") -> [UInt8] {
    let path = "\(Samples.root)/sessions/app-open-cold-start-and-return.jsonl"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let id = text.split(separator: "\"session\":\"")[1].split(separator: "\"")[0]
    return Array(
      text.replacingOccurrences(of: "\"session\":\"\(id)\"", with: "\"session\":\"\(session)\"")
        .replacingOccurrences(of: "T07:", with: "T\(hour):").utf8)
  }

  @Test func `A file that grew is read from where it ended`() throws {
    var random = SeededNumbers(state: 7)
    let place = try SnapshotPlace()
    let bytes = Array(MixedJournal.lines(of: 6, &random).joined())
    try place.write(bytes)
    _ = try place.audit(with: place.store())
    try place.write(bytes + MixedJournal.lines(of: 1, &random).joined())
    let store = place.store()
    _ = try place.audit(with: store)
    #expect(store.takenCount == 1)
  }

  @Test(arguments: [
    "another program\u{0}its options", "a program\u{0}other rules", "a program\u{0}another policy",
  ])
  func `What was kept for something else is not taken`(purpose: String) throws {
    var random = SeededNumbers(state: 8)
    let place = try SnapshotPlace()
    try place.write(Array(MixedJournal.lines(of: 6, &random).joined()))
    _ = try place.audit(with: place.store())
    let store = place.store(purpose: purpose)
    #expect(try place.audit(with: store) == place.audit(with: nil))
    #expect(store.takenCount == 0)
  }

  @Test func `Of a snapshot that was changed or cut nothing is taken`() throws {
    var random = SeededNumbers(state: 9)
    let place = try SnapshotPlace()
    try place.write(Array(MixedJournal.lines(of: 6, &random).joined()))
    let plain = try place.audit(with: nil)
    _ = try place.audit(with: place.store())
    let file = try #require(try place.kept.first)
    let whole = [UInt8](try Data(contentsOf: file))
    for round in 0..<(8 * Self.rounds) {
      var changed = whole
      let at = Int.random(in: whole.indices, using: &random)
      changed[at] ^= UInt8.random(in: 1...255, using: &random)
      if round % 4 == 0 { changed = Array(whole.prefix(at)) }
      try Data(changed).write(to: file)
      let store = place.store()
      #expect(try place.audit(with: store) == plain, "byte \(at)")
      #expect(store.takenCount == 0, "byte \(at)")
    }
  }
}
