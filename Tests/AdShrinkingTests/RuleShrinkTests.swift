import AdReplay
import JournalInput
import AdRules
import AdSession
import AdShrinking
import Testing

struct RuleShrinkTests {
  @Test(arguments: RuleBook.all.map(\.id))
  func `a shrunk journal violates its rule, and no record or optional field can be removed`(
    id: String
  ) throws {
    let rule = try #require(RuleBook.rule(id))
    let path = "Journals/rules/\(id)/violated.jsonl"
    let reason = try #require(Finding(try Samples.bytes(path), rule))
    let shrunk = try #require(JournalShrinker(rule: rule).shrink(try Samples.trace(path)))
    #expect(reason.isFound(in: shrunk.bytes, rule))
    let lines = try Lines(shrunk.bytes)
    #expect(lines.records.count == shrunk.records && shrunk.records <= shrunk.originalRecords)
    for number in lines.records.indices.dropFirst() {
      let rest = try lines.without(number).bytes()
      #expect(!reason.isFound(in: rest, rule), "record \(number + 1) can be removed")
    }
    for (name, rest) in lines.withoutOneOption {
      #expect(!reason.isFound(in: try rest.bytes(), rule), "\(name) can be removed")
    }
  }

  @Test func `a journal with a huge delay shrinks to the same times as one without`() throws {
    let shrinker = JournalShrinker(rule: .loadCompletes)
    let trace = try Samples.trace("Journals/rules/load-completes/violated.jsonl")
    let small = try #require(shrinker.shrink(trace)).bytes
    var far = try Lines(small)
    far.records[far.records.count - 1]["t"] = Int64.max
    let reading = Journal.read(bytes: try far.bytes())[0]
    #expect(shrinker.shrink(reading.trace)?.bytes == small)
  }

  /// Every sixth rule, or all rules with ADJOURNAL_ROUNDS, as in `.ci/run`.
  private static let sample = RuleBook.all.indices
    .filter { Samples.rounds > 1 || $0 % 6 == 0 }.map { RuleBook.all[$0].id }

  @Test(arguments: sample)
  func `no subset of a small journal that violates the rule is smaller than the shrunk journal`(
    id: String
  ) throws {
    let rule = try #require(RuleBook.rule(id))
    let whole = try Lines(try Samples.bytes("Journals/rules/\(id)/violated.jsonl"))
    var random = SplitMix(seed: UInt64(id.utf8.count))
    for _ in 0..<Samples.rounds {
      let part = try tenRecords(of: whole, rule, &random)
      let bytes = try part.bytes()
      guard part.records.count <= 11, let reason = Finding(bytes, rule) else { continue }
      let trace = Journal.read(bytes: bytes)[0].trace
      let shrunk = try #require(JournalShrinker(rule: rule).shrink(trace))
      let smaller = try smallerPart(than: shrunk.records - 1, part, reason, rule)
      #expect(smaller == nil, "\(smaller.map { "\($0.records)" } ?? "") is smaller")
    }
  }

  /// Removes random records until ten remain, as long as the rule is violated.
  private func tenRecords(
    of whole: Lines, _ rule: Rule, _ random: inout SplitMix
  ) throws -> Lines {
    var part = whole
    for _ in 0..<40 where part.records.count > 11 {
      let number = 1 + Int(random.next() % UInt64(part.records.count - 1))
      let rest = part.without(number)
      if Finding(try rest.bytes(), rule) != nil { part = rest }
    }
    return part
  }

  private func smallerPart(
    than count: Int, _ part: Lines, _ reason: Finding, _ rule: Rule
  ) throws -> Lines? {
    for set in 0..<1 << (part.records.count - 1) where set.nonzeroBitCount < count {
      let candidate = part.keeping(set)
      if reason.isFound(in: try candidate.bytes(), rule) { return candidate }
    }
    return nil
  }
}

/// A pseudorandom number generator.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 27)
  }
}
