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
      return prints.text("problem/v1").map { "\(result.text("ruleId") ?? "") \($0)" }
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

  /// The identities of the violations of a rule in a journal.
  private static func identities(_ rule: String, _ lines: [String]) throws -> [ProblemIdentity] {
    let audited = try #require(Samples.audited(lines: lines).first)
    let index = try #require(audited.rules.firstIndex { $0.id == rule })
    return audited.results[index].violations.map {
      ProblemIdentity($0, of: audited.rules[index], in: audited.reading.trace)
    }
  }

  @Test func `The id is the hash of six lines: rule, format, kinds, missing, reason, trigger`()
    throws
  {
    let unlock = try Self.identities("lock-is-not-background", Self.lines(Samples.unlock))
    // printf 'lock-is-not-background\napp_open\ndevice.locked … foreground' | sha256sum
    #expect(unlock.map(\.id) == ["6c678f44242b"])
    #expect(unlock.first?.format == "app_open" && unlock.first?.trigger == "foreground")
    #expect(
      unlock.first?.kinds == [
        "device.locked", "app.entered_background", "app.entering_foreground",
        "ad.present_requested",
      ])
    let early = ProblemIdentity(
      rule: "r", format: nil, kinds: ["a", "b"], missing: "c", reason: "d", trigger: nil)
    #expect(early.id == "26c7619ec72b")
    // The same with a seventh line, late.
    let late = ProblemIdentity(
      rule: "r", format: nil, kinds: ["a", "b"], missing: "c", reason: "d", trigger: nil,
      isLate: true)
    #expect(late.id == "52a45c8596ab")
  }

  @Test func `A late answer and a missing one are two problems that differ in nothing else`() throws
  {
    let lines = try Self.lines("incidents/\(Self.late).jsonl")
    let never = lines.map {
      $0.replacing("\"ad.will_present\"", with: "\"ad.paid_handler_set\"")
    }
    let identities = try [lines, never].map { try Self.identities("present-resolves", $0) }
    #expect(identities.map { $0.map(\.isLate) } == [[true], [false]])
    #expect(Set(identities.flatMap { $0.map(\.id) }).count == 2)
    #expect(identities[0].map(\.kinds) == identities[1].map(\.kinds))
    #expect(identities[0].map(\.format) == identities[1].map(\.format))
  }

  private static let late = "told-only-after-the-ad"

  @Test func `Another trigger of the same violation is another problem`() throws {
    let lines = try Self.lines(Samples.unlock)
    let one = try Self.identities("lock-is-not-background", lines)
    let triggers = ["launch", "active", "user", "transition", "loaded"]
    let others = try triggers.map { trigger in
      let changed = lines.map {
        $0.replacing(#""trigger":"foreground""#, with: #""trigger":"\#(trigger)""#)
      }
      return try #require(Self.identities("lock-is-not-background", changed).first)
    }
    #expect(one.map(\.trigger) == ["foreground"])
    #expect(others.map(\.trigger) == ["foreground", "foreground", "user", "user", "loaded"])
    #expect(Set(others.map(\.id)).count == 3)
  }

  @Test func `A missed deadline is identified by its trigger and the missing event`() throws {
    let missed = try Self.identities(
      "load-completes", Self.lines("rules/load-completes/violated.jsonl"))
    #expect(missed.map(\.kinds) == [["ad.requested"]])
    #expect(missed.map(\.missing) == ["ad.loaded"])
  }

  @Test func `A cap that takes four shows is the same problem as a cap that takes three`() throws {
    let lines = try Self.lines("rules/daily-cap/violated.jsonl")
    let identities = try Self.identities("daily-cap", lines)
    let kinds = try #require(identities.first?.kinds)
    for (first, rest) in zip(kinds, zip(kinds.dropFirst(), kinds.dropFirst(2))) {
      #expect(first != rest.0 || first != rest.1)
    }
  }

  @Test func `Two formats and two rules are different problems`() throws {
    let lines = try Self.lines("rules/single-use-ad/violated.jsonl")
    let one = try Self.problems(Samples.audited(lines: lines))
    let formats = lines.map {
      $0.replacing(#""format":"rewarded""#, with: #""format":"interstitial""#)
    }
    let other = try Self.problems(Samples.audited(lines: formats))
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
