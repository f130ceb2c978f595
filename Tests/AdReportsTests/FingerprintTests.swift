import AdAudit
import AdReports
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

struct FingerprintTests {
  private static func results(_ audited: [AuditedSession]) throws -> [[String: Any]] {
    var writer = JSONWriter()
    writer.beginArray()
    for session in audited { AuditSARIF.write(session, to: &writer) }
    writer.endArray()
    return try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [[String: Any]] ?? []
  }

  /// The rule and the fingerprint of each violation, in order.
  private static func fingerprints(_ audited: [AuditedSession]) throws -> [String] {
    try results(audited).compactMap { result in
      let prints = result.object("partialFingerprints")
      return prints.text("violation/v1").map { "\(result.text("ruleId") ?? "") \($0)" }
    }
  }

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(Samples.root)/\(path)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["incidents", "rules"])
  func `Fingerprints stay the same with other names and another date`(folder: String) throws {
    var count = 0
    for path in try Samples.paths(in: folder) {
      let renamed = try Self.lines(path).map { line in
        line.replacing(/"(ad|request|session|load)":"([^"]*)"/) { #""\#($0.1)":"x-\#($0.2)""# }
          .replacing(/"wall":"20\d\d-\d\d/, with: #""wall":"2031-01"#)
      }
      let before = try Self.fingerprints(Samples.audited(path))
      // A journal that names something in a list, or counts days, has other violations now.
      let after = try Self.fingerprints(Samples.audited(lines: renamed))
      if before.count != after.count { continue }
      #expect(before == after, "\(path)")
      count += before.count
    }
    #expect(count > 100)
  }

  @Test func `The record that shows a missed deadline does not change the fingerprint`() throws {
    let lines = try Self.lines("rules/load-completes/violated.jsonl")
    let before = try Self.fingerprints(Samples.audited(lines: lines))
    var other = lines
    let certain = try #require(
      try Self.results(Samples.audited(lines: lines)).first?.object("properties").number("seq"))
    other[certain - 1] = other[certain - 1].replacing(
      /"event":"[^"]*"/, with: #""event":"user.acted""#)
    #expect(other != lines)
    #expect(try Self.fingerprints(Samples.audited(lines: other)).first == before.first)
  }

  @Test func `Two formats and two rules have different fingerprints`() throws {
    let lines = try Self.lines("rules/single-use-ad/violated.jsonl")
    let one = try Self.fingerprints(Samples.audited(lines: lines))
    let formats = lines.map {
      $0.replacing(#""format":"rewarded""#, with: #""format":"interstitial""#)
    }
    let other = try Self.fingerprints(Samples.audited(lines: formats))
    let (first, second) = (
      one.filter { $0.hasPrefix("single") }, other.filter { $0.hasPrefix("single") }
    )
    #expect(!first.isEmpty && first.count == second.count && first != second)
    #expect(Set(one.map { $0.split(separator: " ")[1] }).count == Set(one).count)
  }

  @Test func `SARIF lists the records of the witness with their lines`() throws {
    let audited = try Samples.audited(Samples.unlock)
    let result = try #require(Self.results(audited).first)
    let related = result.objects("relatedLocations")
    #expect(related.map { $0.number("id") } == [24, 25, 27, 29])
    #expect(
      related.map { $0.object("message").text("text") } == [
        "seq 24, device.locked", "seq 25, app.entered_background",
        "seq 27, app.entering_foreground", "seq 29, ad.present_requested",
      ])
    let regions = related.map { $0.object("physicalLocation").object("region") }
    #expect(regions.map { $0.number("startLine") } == [24, 25, 27, 29])
    #expect(result.object("properties").text("session") == "daily-03c8be")
  }
}
