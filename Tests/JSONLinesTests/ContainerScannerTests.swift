import Foundation
import Testing

@testable import JSONLines

/// The scanner of containers may only say yes: the scanner of whole lines is the judge.
struct ContainerScannerTests {
  private let scanner = ContainerScanner()

  /// How long the container is that begins a text; nil for doubt.
  private func length(_ text: [UInt8], objects: Bool) -> Int? {
    let padded = text + [0] + [UInt8](repeating: 0x22, count: Limits.padding)
    return padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      let end = objects ? scanner.end(ofObjectsAt: start) : scanner.end(ofObjectAt: start)
      return end.map { $0 - start }
    }
  }

  private func length(_ text: String, objects: Bool) -> Int? {
    length(Array(text.utf8), objects: objects)
  }

  @Test(arguments: [
    "[]", "[{}]", "[{},{}]", #"[{"a":1},{"a":"]}"},{"b":[{"c":null}]}]"#,
    #"[{"adapter":"x","latency_ms":71,"error_code":204},{"adapter":"y"}]"#,
  ])
  func `an array of objects ends at its bracket`(text: String) {
    #expect(length(text + #","a":1}"#, objects: true) == text.utf8.count)
    #expect(length(text, objects: false) == nil)
  }

  @Test(arguments: [
    "[1]", "[{},1]", "[{} ,{}]", "[ ]", "[{}", "[{},]", #"["{}"]"#, "[[{}]]", "{}", "[{}}",
    "[null]",
    "[{}\n,{}]",
  ])
  func `anything else is doubt`(text: String) {
    #expect(length(text, objects: true) == nil)
  }

  @Test func `a key that may stand twice is doubt`() {
    #expect(length(#"{"a":1,"b":{"a":2}}"#, objects: false) == 19)
    #expect(length(#"{"a":1,"a":2}"#, objects: false) == nil)
    #expect(length(#"{"\u0061":1}"#, objects: false) == nil)
  }

  @Test func `the depth that a line allows is allowed, and no more`() {
    for depth in [Limits.levels - 2, Limits.levels - 1, Limits.levels] {
      let nested = String(repeating: #"{"a":"#, count: depth - 1) + "{}"
      let text = nested + String(repeating: "}", count: depth - 1)
      var lines = LineScanner()
      let isRight = lines.scan(bytes: Array(#"{"x":\#(text)}"#.utf8)) == nil
      #expect((length(text, objects: false) != nil) == isRight, "depth \(depth)")
    }
  }

  @Test func `what it takes is right in its line`() {
    let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = SeededNumbers(seed: seed)
    var lines = LineScanner()
    var taken = 0
    for round in 0..<20_000 * rounds {
      let objects = numbers.below(2) == 0
      let mutant = Mutant.make(&numbers)
      let text = objects ? [0x5B] + mutant + [0x5D] : mutant
      guard let end = length(text, objects: objects) else { continue }
      taken += 1
      let value = Array(text[..<end])
      let line = Array(#"{"x":"#.utf8) + value + [0x7D]
      let fault = lines.scan(bytes: line)
      let said = String(decoding: line, as: UTF8.self)
      #expect(fault == nil, "seed \(seed), round \(round): \(said)")
    }
    #expect(taken > 3_000 * rounds, "too few were taken: \(taken)")
  }
}
