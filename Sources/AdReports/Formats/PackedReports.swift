package import AdAudit
internal import AdReplay
internal import AdRules
internal import JSONLines

/// The JSON of sessions in few bytes while they wait: a result that names nothing, as nearly all do,
/// is one byte there and some hundred in the report.
///
/// A packed session is its head (four bytes that count it, and text), then the results in the order
/// of the rules: `verdict | activations << 3`; with 31 for the activations they follow in eight
/// bytes; 255, four bytes that count a text, and the text for a result that names something.
package struct PackedReports: Sendable {
  typealias Begin = @Sendable (SessionReading, inout JSONWriter) -> Void
  typealias Write = @Sendable (RuleResult, Rule, SessionReading, inout JSONWriter) -> Void

  /// What a result that names nothing begins with, written out for each rule and verdict: up to the
  /// number of activations, or where the rule was not activated to its end.
  private let heads: [UInt8]
  /// Where the head of each rule and verdict ends, in the order of the rules.
  private let ends: [Int]
  /// What follows the number of activations.
  private let after: [UInt8]
  /// What follows the results.
  private let end: [UInt8]
  private let ruleCount: Int
  private let begin: Begin
  private let write: Write

  private static let verdictBits = 3
  private static let greatest = 31
  private static let named: UInt8 = 255
  /// A comma, and the digits of a number.
  private static let most = 1 + 19

  /// Writes all heads out.
  ///
  /// - Parameters:
  ///   - before: What the text of a rule begins with, up to its verdict.
  ///   - after: What follows the number of activations, from the comma to the brace that ends it.
  ///   - end: What follows the results.
  ///   - begin: Writes what stands before the results.
  ///   - write: Writes the result of a rule that names something.
  init(
    _ rules: [Rule], before: (Rule) -> String, after: String, end: String,
    begin: @escaping Begin, write: @escaping Write
  ) {
    var heads: [UInt8] = []
    var ends: [Int] = []
    for rule in rules {
      for verdict in Verdict.inOrderOfContract {
        let head = "\(before(rule))\"verdict\":\"\(verdict.rawValue)\",\"activations\":"
        heads += Array((Self.isActivated(verdict.place) ? head : "\(head)0\(after)").utf8)
        ends.append(heads.count)
      }
    }
    self.heads = heads
    self.ends = ends
    self.after = Array(after.utf8)
    self.end = Array(end.utf8)
    ruleCount = rules.count
    self.begin = begin
    self.write = write
  }

  /// Whether a verdict is one of rules that were activated; they come first.
  private static func isActivated(_ verdict: Int) -> Bool {
    verdict < Verdict.vacuous.place
  }

  /// Packs a session; its rules must be those of the heads.
  package func pack(_ audited: AuditedSession) -> [UInt8] {
    let results = audited.results
    var writer = JSONWriter(reserving: 1 << 9)
    begin(audited.reading, &writer)
    var packed: [UInt8] = []
    packed.reserveCapacity(4 + writer.bytes.count + results.count)
    Self.append(writer.bytes, to: &packed)
    for place in results.indices {
      if let plain = results.plain(place) {
        Self.append(plain, to: &packed)
      } else {
        packed.append(Self.named)
        append(results[place], of: audited.rules[place], in: audited.reading, to: &packed)
      }
    }
    return packed
  }

  private static func append(_ text: [UInt8], to packed: inout [UInt8]) {
    append(count: text.count, to: &packed)
    packed.append(contentsOf: text)
  }

  private static func append(count: Int, to packed: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(clamping: count)) { packed.append(contentsOf: $0) }
  }

  /// Writes a result where it is to stand, since it can be most of a report; its count goes before it
  /// when that is known.
  private func append(
    _ result: RuleResult, of rule: Rule, in reading: SessionReading, to packed: inout [UInt8]
  ) {
    Self.append(count: 0, to: &packed)
    var writer = JSONWriter()
    swap(&writer.bytes, &packed)
    let start = writer.bytes.count
    // The writer puts a comma before each value but one that follows a brace.
    writer.bytes[start - 1] = UInt8(ascii: "{")
    write(result, rule, reading, &writer)
    swap(&writer.bytes, &packed)
    withUnsafeBytes(of: UInt32(clamping: packed.count - start)) {
      packed.replaceSubrange(start - 4..<start, with: $0)
    }
  }

  private static func append(
    _ plain: (verdict: Int, activations: Int), to packed: inout [UInt8]
  ) {
    let activations = min(plain.activations, greatest)
    packed.append(UInt8(truncatingIfNeeded: plain.verdict | activations << verdictBits))
    if activations < greatest { return }
    withUnsafeBytes(of: plain.activations) { packed.append(contentsOf: $0) }
  }
}

extension PackedReports {
  /// The text of a session; empty where bytes of it were lost.
  package func text(_ packed: [UInt8]) -> [UInt8] {
    packed.withUnsafeBytes { packed in
      let room = packed.count + ruleCount * (longestHead + after.count + Self.most) + end.count
      return [UInt8](unsafeUninitializedCapacity: room) { text, count in
        guard let start = text.baseAddress else { return }
        count = unpack(Reader(bytes: packed), to: start).map { $0 - start } ?? 0
      }
    }
  }

  private var longestHead: Int {
    var longest = 0
    var start = 0
    for end in ends {
      longest = max(longest, end - start)
      start = end
    }
    return longest
  }

  /// The end of the text that was written; nil where bytes are missing.
  private func unpack(
    _ packed: consuming Reader, to text: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    guard let head = packed.text() else { return nil }
    var text = text
    Self.put(head, &text)
    let verdicts = Verdict.inOrderOfContract.count
    return withHeads { heads, ends, after in
      for rule in 0..<ruleCount {
        guard let code = packed.byte() else { return nil }
        if rule > 0 { Self.put(UInt8(ascii: ","), &text) }
        if code == Self.named {
          guard let result = packed.text() else { return nil }
          Self.put(result, &text)
          continue
        }
        let verdict = Int(code) & (1 << Self.verdictBits - 1)
        guard verdict < verdicts else { return nil }
        var activations = Int(code) >> Self.verdictBits
        if activations == Self.greatest {
          guard let number = packed.number() else { return nil }
          activations = number
        }
        let place = rule * verdicts + verdict
        let start = place == 0 ? 0 : ends[place - 1]
        Self.put(UnsafeRawBufferPointer(rebasing: heads[start..<ends[place]]), &text)
        if !Self.isActivated(verdict) { continue }
        Self.put(activations, &text)
        Self.put(after, &text)
      }
      end.withUnsafeBytes { Self.put($0, &text) }
      return text
    }
  }

  /// Calls back with the texts where they lie.
  private func withHeads<Value>(
    _ body: (UnsafeRawBufferPointer, UnsafeBufferPointer<Int>, UnsafeRawBufferPointer) -> Value
  ) -> Value {
    heads.withUnsafeBytes { heads in
      ends.withUnsafeBufferPointer { ends in
        after.withUnsafeBytes { body(heads, ends, $0) }
      }
    }
  }

  private static func put(
    _ bytes: UnsafeRawBufferPointer, _ text: inout UnsafeMutablePointer<UInt8>
  ) {
    guard let start = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(text).copyMemory(from: start, byteCount: bytes.count)
    text += bytes.count
  }

  private static func put(_ byte: UInt8, _ text: inout UnsafeMutablePointer<UInt8>) {
    text.pointee = byte
    text += 1
  }

  /// A number that is not negative.
  private static func put(_ number: Int, _ text: inout UnsafeMutablePointer<UInt8>) {
    if number < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number), &text) }
    put(number / 10, &text)
    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10), &text)
  }

  /// Reads the parts of a packed session in their order; nil where bytes are missing.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func byte() -> UInt8? {
      guard place < bytes.count else { return nil }
      place += 1
      return bytes[place - 1]
    }

    mutating func number() -> Int? {
      take(8).map { $0.loadUnaligned(as: Int.self) }
    }

    mutating func text() -> UnsafeRawBufferPointer? {
      guard let count = take(4).map({ $0.loadUnaligned(as: UInt32.self) }) else { return nil }
      return take(Int(count))
    }

    private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
      guard bytes.count - place >= count else { return nil }
      place += count
      return UnsafeRawBufferPointer(rebasing: bytes[(place - count)..<place])
    }
  }
}
