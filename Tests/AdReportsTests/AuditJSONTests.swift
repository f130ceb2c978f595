import AdAudit
import AdReports
import AdReplay
import AdRules
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

struct AuditJSONTests {
  /// The key that only a rule without a threshold of the app has.
  private static func reason(_ rule: [String: Any]) -> Set<String> {
    rule["rule"] as? String == "clicks-bounded" ? ["reason"] : []
  }

  @Test func `JSON of a session has exactly the documented keys`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    let session = try Samples.object(Samples.json(audited))
    #expect(
      Set(session.keys) == [
        "session", "records", "first_wall", "last_wall", "end", "gaps", "rules",
      ])
    #expect(session.text("session") == "daily-03c8be")
    #expect(session.number("records") == 42)
    #expect(session.text("first_wall") == "2026-10-28T23:40:12.626Z")
    #expect(session.text("last_wall") == "2026-10-28T23:43:49.689Z")
    #expect(session.text("end") == "clean")
    #expect(session.number("gaps") == 0)
    #expect(session.objects("rules").count == RuleBook.all.count)
    for rule in session.objects("rules") {
      let keys: Set = ["rule", "verdict", "activations", "violations", "undecided"]
      #expect(Set(rule.keys) == keys.union(Self.reason(rule)))
    }
  }

  @Test func `JSON of a violation has its record, its message and its witness`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    let session = try Samples.object(Samples.json(audited))
    let violated = session.objects("rules").filter { $0.text("verdict") == "violated" }
    #expect(violated.map { $0.text("rule") } == ["lock-is-not-background"])
    let violation = try #require(violated.first?.objects("violations").first)
    #expect(
      Set(violation.keys) == [
        "seq", "line", "t", "wall", "severity", "because", "witness", "problem", "adapter",
        "unit",
      ])
    #expect(violation.text("unit") == "ca-app-pub-1234567890123456/4410027781")
    #expect(
      violation.object("problem") as NSDictionary == [
        "id": "6bf7db7b194b", "format": "app_open", "trigger": "foreground",
        "kinds": [
          "device.locked", "app.entered_background", "app.entering_foreground",
          "ad.present_requested",
        ],
      ])
    #expect(violation.number("seq") == 29)
    #expect(violation.number("line") == 29)
    #expect(violation.number("t") == 182_381)
    #expect(violation.text("wall") == "2026-10-28T23:43:15.007Z")
    #expect(violation.text("severity") == "error")
    #expect(violation["witness"] as? [Int] == [24, 25, 27, 29])
    #expect(
      violation.text("because")
        == "app_open ad a-2 was presented after the phone was locked and unlocked")
  }

  @Test
  func `JSON of a violation has a missing event, thresholds and a measure only if they apply`()
    throws
  {
    let always: Set = ["seq", "line", "t", "wall", "severity", "because", "witness"]
    var seen: Set<String> = []
    for path in try Samples.paths(in: "rules").filter({ $0.hasSuffix("violated.jsonl") }) {
      for audited in try Samples.audited(path) {
        let rules = try Samples.object(Samples.json(audited)).objects("rules")
        for (rule, result) in zip(rules, audited.results) {
          for (json, violation) in zip(rule.objects("violations"), result.violations) {
            var expected = always
            if violation.missing != nil { expected.insert("missing") }
            if violation.late != nil { expected.formUnion(["late_ms", "answer"]) }
            if !violation.policy.isEmpty { expected.insert("policy") }
            if violation.measured != nil { expected.insert("measured") }
            expected.insert(json["follows"] == nil ? "problem" : "follows")
            let source = AdSource(violation, in: audited.reading.trace)
            if source.adapter != nil { expected.insert("adapter") }
            if source.network != nil { expected.insert("network") }
            if source.creative != nil { expected.insert("creative") }
            let unit = violation.unit(in: audited.reading.trace)
            #expect(json["unit"] as? String == unit, "\(path)")
            if unit != nil { expected.insert("unit") }
            #expect(Set(json.keys) == expected, "\(path)")
            seen.formUnion(expected)
            if violation.missing != nil {
              #expect(Set(json.object("missing").keys) == ["event", "from_t", "to_t"], "\(path)")
            }
          }
        }
      }
    }
    let some: Set = [
      "missing", "late_ms", "answer", "policy", "measured", "follows", "problem", "adapter",
      "unit",
    ]
    #expect(seen == always.union(some))
  }

  @Test func `JSON of a whole threshold has no fraction`() throws {
    let audited = try #require(Samples.audited("rules/app-open-max-age/violated.jsonl").first)
    let text = String(decoding: Samples.json(audited), as: UTF8.self)
    #expect(text.contains(#""policy":{"app_open_max_age_s":14400}"#))
  }

  @Test func `JSON of an undecided activation has its reason and the rest of its deadline`() throws
  {
    var whys: Set<String> = []
    for path in try Samples.paths(in: "rules").filter({ $0.hasSuffix("inconclusive.jsonl") }) {
      for audited in try Samples.audited(path) {
        for rule in try Samples.object(Samples.json(audited)).objects("rules") {
          for undecided in rule.objects("undecided") {
            let why = try #require(undecided.text("why"))
            whys.insert(why)
            #expect(undecided["seq"] != nil)
            #expect(Set(undecided.keys).isSubset(of: ["seq", "why", "remaining_s"]), "\(path)")
          }
        }
      }
    }
    #expect(whys.isSubset(of: ["pending", "gap", "cut", "unknown"]))
    #expect(whys.contains("pending") && whys.contains("gap"))
  }

  @Test func `JSON of a finding has its code, location, session and message`() throws {
    let audited = try #require(Samples.audited("damaged/bad-crc.jsonl").first)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("damage")
    AuditJSON.write(audited.reading.damage, to: &writer)
    writer.endObject()
    let damage = try #require(Samples.object(writer.bytes).objects("damage").first)
    #expect(Set(damage.keys) == ["code", "line", "byte", "session", "because"])
    #expect(damage.text("code") == "bad-crc")
    #expect(damage.number("line") == 8)
    #expect(damage.text("session") == "damaged-bad-crc")
  }

  @Test func `JSON of every session of the project's journals is valid and one line`() throws {
    var scanner = LineScanner()
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "damaged") {
      for audited in try Samples.audited(path) {
        #expect(scanner.scan(bytes: Samples.json(audited)) == nil, "\(path)")
        let line = Samples.line(audited)
        #expect(line.last == 10)
        #expect(line.count { $0 == 10 } == 1, "\(path)")
        #expect(scanner.scan(bytes: Array(line.dropLast())) == nil, "\(path)")
      }
    }
  }

  @Test func `A JSON line has exactly the documented keys and the values of the JSON output`()
    throws
  {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    let line = try Samples.object(Samples.line(audited))
    let session = try Samples.object(Samples.json(audited))
    #expect(
      Set(line.keys) == [
        "path", "session", "records", "end", "gaps", "damage", "notes", "install", "app_version",
        "sdk", "sdk_version", "os", "os_version", "build", "day", "rules", "journals",
      ])
    #expect(line.text("path") == Samples.unlock)
    let rules = line.object("rules")
    #expect(rules.count == RuleBook.all.count)
    for rule in session.objects("rules") {
      let other = rules.object(try #require(rule.text("rule")))
      let keys: Set = ["verdict", "activations", "violations"]
      #expect(Set(other.keys) == keys.union(Self.reason(rule)))
      #expect(other.text("verdict") == rule.text("verdict"))
      #expect(other.number("activations") == rule.number("activations"))
      #expect(
        other["violations"] as? NSArray == rule["violations"] as? NSArray)
    }
  }
}
