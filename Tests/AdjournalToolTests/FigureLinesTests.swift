import Testing

struct FigureLinesTests {
  private static let counts = [
    "requests", "filled", "failed", "ads", "shown", "impressions", "clicks",
  ]
  private static let fields = ["unit", "format", "day"]

  @Test(arguments: ["Journals/incidents", "Journals/sessions"])
  func `Figures of lines add up to the statistics by unit, format and day`(path: String) throws {
    let lines = try Tool.run(
      "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "--figures", path
    ).lines.map { try Sample.object(Array($0.utf8)) }
    var sums: [[String]: [Int]] = [:]
    for line in lines {
      let figures = line["figures"] as? [String: Any] ?? [:]
      for part in figures["sources"] as? [[String: Any]] ?? [] {
        let key = Self.fields.map {
          part[$0] as? String ?? ($0 == "day" ? line[$0] as? String : nil) ?? "unknown"
        }
        let counts = Self.counts.map { part[$0] as? Int ?? -1_000_000 }
        sums[key] = zip(sums[key] ?? counts.map { _ in 0 }, counts).map(+)
      }
    }
    let statistics = try Sample.object(
      Tool.run(
        "stats", "--by", Self.fields.joined(separator: ","), "--format", "json", path
      ).output)
    let groups = statistics["groups"] as? [[String: Any]] ?? []
    #expect(groups.count > 10 && groups.count == sums.count)
    for group in groups {
      let key = Self.fields.map { group[$0] as? String ?? "" }
      #expect(sums[key] == Self.counts.map { group[$0] as? Int ?? 0 }, "\(key)")
    }
  }

  @Test func `A violation has the unit of its ad, and failures say which had no fill`() throws {
    let line = try Sample.object(
      Array(
        Tool.run(
          "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "--figures",
          Sample.unlock
        ).lines[0].utf8))
    let rules = line["rules"] as? [String: [String: Any]] ?? [:]
    let violations = rules.values.flatMap { $0["violations"] as? [[String: Any]] ?? [] }
    #expect(violations.contains { ($0["unit"] as? String)?.hasPrefix("ca-app-pub-") == true })
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write(
      "a.jsonl",
      Tool.run("simulate", "--seed", "5", "--sessions", "40", "--fault", "all").text)
    let causes = try Sample.object(Tool.run("stats", "--format", "json", journal).output)
    let failures = (causes["total"] as? [String: Any])?["failures"] as? [[String: Any]] ?? []
    let expected = failures.filter { $0["cause"] as? String == "no_fill" }
      .reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    let found = try Tool.run("audit", "--exit-zero", "--format", "jsonl", "--figures", journal)
      .lines.map { try Sample.object(Array($0.utf8))["figures"] as? [String: Any] ?? [:] }
      .reduce(0) { $0 + ($1["no_fill"] as? Int ?? 0) }
    #expect(expected > 0 && found == expected)
  }
}
