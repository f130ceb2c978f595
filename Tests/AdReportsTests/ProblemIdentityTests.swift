import AdAudit
import AdReplay
import AdReports
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

struct ProblemIdentityTests {
  private static func results(_ audited: [AuditedSession]) throws -> [[String: Any]] {
    var writer = JSONWriter()
    writer.beginArray()
    for session in audited { AuditSARIF.write(session, to: &writer) }
    writer.endArray()
    return try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [[String: Any]] ?? []
  }

  /// The rule and the fingerprint of each violation, in order.
  private static func problems(_ audited: [AuditedSession]) throws -> [String] {
    try results(audited).compactMap { result in
      let prints = result.object("partialFingerprints")
      return prints.text("problem/v2").map { "\(result.text("ruleId") ?? "") \($0)" }
    }
  }

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: "\(Samples.root)/\(path)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["incidents", "rules"])
  func `Problems stay the same with other names and another date`(folder: String) throws {
    var count = 0
    for path in try Samples.paths(in: folder) {
      let renamed = try Self.lines(path).map { line in
        line.replacing(/"(ad|request|session|load)":"([^"]*)"/) { #""\#($0.1)":"x-\#($0.2)""# }
          .replacing(/"wall":"20\d\d-\d\d/, with: #""wall":"2031-01"#)
      }
      let before = try Self.problems(Samples.audited(path))
      // A journal that names something in a list, or counts days, has other violations now.
      let after = try Self.problems(Samples.audited(lines: renamed))
      if before.count != after.count { continue }
      #expect(before == after, "\(path)")
      count += before.count
    }
    #expect(count > 100)
  }

  @Test func `The record that shows a missed deadline does not change the problem`() throws {
    var lines = try Self.lines("rules/load-completes/violated.jsonl")
    // The answer comes late; it is that of another request now.
    let answer = try #require(lines.lastIndex { $0.contains("\"ad.loaded\"") })
    lines[answer] = lines[answer].replacing("r-1", with: "r-8")
    let before = try Self.problems(Samples.audited(lines: lines))
    var other = lines
    let certain = try #require(
      try Self.results(Samples.audited(lines: lines)).first?.object("properties").number("seq"))
    other[certain - 1] = other[certain - 1].replacing(
      /"event":"[^"]*"/, with: #""event":"user.acted""#)
    #expect(other != lines)
    #expect(try Self.problems(Samples.audited(lines: other)).first == before.first)
    // A record with a format of its own does not lend it to the problem, either.
    other[certain - 1] = lines[certain - 1].replacing("rewarded", with: "banner")
      .replacing("r-8", with: "r-9")
    #expect(other[certain - 1] != lines[certain - 1])
    #expect(try Self.problems(Samples.audited(lines: other)).first == before.first)
  }

  /// The variants of the violations of a rule in a journal.
  private static func variants(_ rule: String, _ lines: [String]) throws -> [ProblemVariant] {
    let audited = try #require(Samples.audited(lines: lines).first)
    let index = try #require(audited.rules.firstIndex { $0.id == rule })
    return audited.results[index].violations.map {
      ProblemVariant($0, of: audited.rules[index], in: audited.reading.trace)
    }
  }

  @Test func `The id is the hash of two lines: the rule and the missing event`() throws {
    let unlock = try Self.variants("lock-is-not-background", Self.lines(Samples.unlock))
    // printf 'lock-is-not-background\n' | sha256sum
    #expect(unlock.map(\.problem.id) == ["6bf7db7b194b"])
    #expect(unlock.first?.format == "app_open" && unlock.first?.trigger == "foreground")
    #expect(
      unlock.first?.kinds == [
        "device.locked", "app.entered_background", "app.entering_foreground",
        "ad.present_requested",
      ])
    #expect(ProblemIdentity(rule: "r", missing: "c").id == "534ccf6c05bb")
    #expect(ProblemIdentity(rule: "r", missing: nil).id == "8e54b0ca1802")
  }

  @Test func `A late answer and a missing one are variants of one problem`() throws {
    let lines = try Self.lines("incidents/\(Self.late).jsonl")
    let never = lines.map {
      $0.replacing("\"ad.will_present\"", with: "\"ad.paid_handler_set\"")
    }
    let variants = try [lines, never].map { try Self.variants("present-resolves", $0) }
    #expect(variants.map { $0.map(\.isLate) } == [[true], [false]])
    #expect(Set(variants.flatMap { $0.map(\.problem) }).count == 1)
    #expect(Set(variants.joined()).count == 2)
  }

  private static let late = "told-only-after-the-ad"

  /// An app records a trigger or not, and names it as it likes.
  @Test(arguments: ["launch", "active", "user", "transition", "loaded", nil])
  func `Another trigger, or none, is another variant of the same problem`(trigger: String?) throws {
    let lines = try Self.lines(Samples.unlock)
    let one = try Self.variants("lock-is-not-background", lines)
    let changed = lines.map {
      $0.replacing(
        #","trigger":"foreground""#, with: trigger.map { #","trigger":"\#($0)""# } ?? "")
    }
    let other = try Self.variants("lock-is-not-background", changed)
    #expect(one.map(\.trigger) == ["foreground"] && other.map(\.trigger) == [trigger])
    #expect(one.map(\.problem.id) == other.map(\.problem.id))
  }

  @Test func `A missed deadline is identified by its rule and the missing event`() throws {
    let missed = try Self.variants(
      "load-completes", Self.lines("rules/load-completes/violated.jsonl"))
    #expect(missed.map(\.kinds) == [["ad.requested"]])
    #expect(missed.map(\.problem.missing) == ["ad.loaded"])
  }

  @Test func `A cap that takes four shows is the same variant as a cap that takes three`() throws {
    let lines = try Self.lines("rules/daily-cap/violated.jsonl")
    let kinds = try #require(Self.variants("daily-cap", lines).first?.kinds)
    for (first, rest) in zip(kinds, zip(kinds.dropFirst(), kinds.dropFirst(2))) {
      #expect(first != rest.0 || first != rest.1)
    }
  }

  @Test func `Another format is another variant of the same problem, another rule another problem`()
    throws
  {
    let lines = try Self.lines("rules/single-use-ad/violated.jsonl")
    let formats = lines.map {
      $0.replacing(#""format":"rewarded""#, with: #""format":"interstitial""#)
    }
    let variants = try [lines, formats].map { try Self.variants("single-use-ad", $0) }
    #expect(variants.map { $0.first?.format } == ["rewarded", "interstitial"])
    #expect(variants[0].map(\.problem) == variants[1].map(\.problem))
    let ids = try Self.problems(Samples.audited(lines: lines)).map { $0.split(separator: " ")[1] }
    #expect(Set(ids).count == Set(try Self.problems(Samples.audited(lines: lines))).count)
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
