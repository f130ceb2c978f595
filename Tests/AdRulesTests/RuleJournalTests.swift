import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

@Suite struct `The journals of the rules` {
  @Test(arguments: RuleBook.all.map(\.id))
  func `the journal of a rule gets the verdict in its name`(id: String) throws {
    let judge = Judge()
    for path in try Journals.paths(in: "rules/\(id)") {
      let name = path.split(separator: "/").last?.dropLast(6).description
      let verdicts = try Journals.sessions(path).compactMap {
        judge.results($0.trace)[id]?.verdict.rawValue
      }
      #expect(verdicts.contains(name ?? "?"), "\(path): \(verdicts)")
    }
  }

  @Test(arguments: RuleBook.all.map(\.id))
  func `a violated journal of a rule prints the recorded message`(id: String) throws {
    let judge = Judge()
    let sentences = try Journals.sessions("rules/\(id)/violated.jsonl").flatMap { reading in
      judge.results(reading.trace)[id]?.violations.map(\.because) ?? []
    }
    let recorded = try #require(Journals.text("rules/\(id)/violated.txt"))
    #expect(sentences.joined(separator: "\n") + "\n" == recorded)
  }

  @Test func `the journal of an incident violates exactly the expected rules`() throws {
    let judge = Judge()
    for path in try Journals.paths(in: "incidents") {
      let text = try #require(Journals.text(path.replacingOccurrences(of: ".jsonl", with: ".md")))
      var broken: Set<String> = []
      for reading in try Journals.sessions(path) {
        for (id, result) in judge.results(reading.trace) where result.verdict == .violated {
          broken.insert(id)
        }
      }
      #expect(broken == Self.caught(by: text), "\(path)")
    }
  }

  /// The ids of the list under `Caught by:`.
  private static func caught(by text: String) -> Set<String> {
    guard let start = text.range(of: "Caught by:") else { return [] }
    let words = text[start.upperBound...].split { !($0.isLetter || $0 == "-") }
    let known = Set(RuleBook.all.map(\.id))
    return Set(words.map(String.init)).intersection(known)
  }
}
