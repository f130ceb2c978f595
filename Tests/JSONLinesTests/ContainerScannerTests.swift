import Foundation
import Testing

@testable import JSONLines

/// ``LineScanner`` is the reference: it must accept every container that ``ContainerScanner``
/// accepts.
struct ContainerScannerTests {
  private let scanner = ContainerScanner()

  /// The length of the container at the start of a text; `nil` if the scanner does not accept it.
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
  func `the end of an array of objects is after its closing bracket`(text: String) {
    #expect(length(text + #","a":1}"#, objects: true) == text.utf8.count)
    #expect(length(text, objects: false) == nil)
  }

  @Test(arguments: [
    "[1]", "[{},1]", "[{} ,{}]", "[ ]", "[{}", "[{},]", #"["{}"]"#, "[[{}]]", "{}", "[{}}",
    "[null]",
    "[{}\n,{}]",
  ])
  func `a value that is not a valid array of objects is not accepted as one`(text: String) {
    #expect(length(text, objects: true) == nil)
  }

  @Test func `an object with a possibly duplicate key is not accepted`() {
    #expect(length(#"{"a":1,"b":{"a":2}}"#, objects: false) == 19)
    #expect(length(#"{"a":1,"a":2}"#, objects: false) == nil)
    #expect(length(#"{"\u0061":1}"#, objects: false) == nil)
  }

  @Test func `a container is accepted up to the nesting limit of its line`() {
    for depth in [Limits.levels - 2, Limits.levels - 1, Limits.levels] {
      let nested = String(repeating: #"{"a":"#, count: depth - 1) + "{}"
      let text = nested + String(repeating: "}", count: depth - 1)
      var lines = LineScanner()
      let isValid = lines.scan(bytes: Array(#"{"x":\#(text)}"#.utf8)) == nil
      #expect((length(text, objects: false) != nil) == isValid, "depth \(depth)")
    }
  }

  @Test func `a random container that is accepted is valid in its line`() {
    let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = SeededNumbers(seed: seed)
    var lines = LineScanner()
    var accepted = 0
    for round in 0..<20_000 * rounds {
      let objects = numbers.below(2) == 0
      let mutant = Mutant.make(&numbers)
      let container = objects ? [0x5B] + mutant + [0x5D] : mutant
      guard let end = length(container, objects: objects) else { continue }
      accepted += 1
      let value = Array(container[..<end])
      let line = Array(#"{"x":"#.utf8) + value + [0x7D]
      let fault = lines.scan(bytes: line)
      let text = String(decoding: line, as: UTF8.self)
      #expect(fault == nil, "seed \(seed), round \(round): \(text)")
    }
    #expect(accepted > 3_000 * rounds, "too few accepted: \(accepted)")
  }
}
