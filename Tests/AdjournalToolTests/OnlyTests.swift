import Foundation
import Testing

struct OnlyTests {
  private static let verdicts = ["holds", "violated", "inconclusive", "vacuous", "not-captured"]

  @Test func `JSON lists only the rules with the wanted verdicts, and counts all`() throws {
    let whole = try Sample.object(Tool.run("audit", "--format", "json", Sample.unlock).output)
    let run = try Tool.run("audit", "--format", "json", "--only", "violated", Sample.unlock)
    let only = try Sample.object(run.output)
    #expect(only["summary"] as? NSDictionary == whole["summary"] as? NSDictionary)
    let journal = (only["journals"] as? [[String: Any]])?.first
    let session = (journal?["sessions"] as? [[String: Any]])?.first
    let rules = session?["rules"] as? [[String: Any]] ?? []
    #expect(rules.compactMap { $0["rule"] as? String } == ["lock-is-not-background"])
    #expect(run.exit == 1)
  }

  @Test func `The option --only accepts a comma-separated list and repetition`() throws {
    let words = ["audit", "--format", "jsonl", "Journals/rules/app-open-max-age"]
    let list = try Tool.run(Tool.path, words + ["--only", "violated,inconclusive"])
    let repeated = try Tool.run(
      Tool.path, words + ["--only", "inconclusive", "--only", "violated"])
    #expect(list.text == repeated.text)
    #expect(list.text.contains(#""verdict":"violated""#))
    #expect(list.text.contains(#""activations":{"app-open-max-age":1,"#))
    #expect(!list.text.contains(#""verdict":"holds""#))
  }

  @Test func `A short line has the activations of the rules that are asked for and not violated`()
    throws
  {
    let full = try Tool.run("audit", "--format", "jsonl", Sample.unlock)
    let short = try Tool.run(
      "audit", "--format", "jsonl", "--only", "holds,violated,vacuous", Sample.unlock)
    let rules = try #require(Sample.object(full.output)["rules"] as? [String: [String: Any]])
    let line = try Sample.object(short.output)
    let wanted = rules.filter { ["holds", "vacuous"].contains($0.value["verdict"] as? String) }
    #expect(
      line["activations"] as? NSDictionary == wanted.mapValues { $0["activations"] } as NSDictionary
    )
    #expect((line["rules"] as? [String: Any])?.keys.sorted() == ["lock-is-not-background"])
    for name in ["gaps", "damage", "notes"] { #expect(line[name] == nil) }
  }

  @Test func `The option --only rejects an unknown verdict and a format that lists no rules`()
    throws
  {
    let unknown = try Tool.run("audit", "--format", "json", "--only", "violatd", Sample.unlock)
    #expect(
      unknown.errors == "adjournal: invalid value 'violatd' for '--only' (holds, violated, "
        + "inconclusive, vacuous, not-captured); did you mean 'violated'?\n")
    #expect(unknown.exit == 2)
    for format in [[], ["--format", "sarif"], ["--format", "junit"], ["--format", "github"]] {
      let run = try Tool.run(Tool.path, ["audit", "--only", "violated"] + format + [Sample.unlock])
      #expect(run.errors == "adjournal: '--only' needs '--format json' or '--format jsonl'\n")
      #expect(run.exit == 2)
    }
  }

  @Test(arguments: ["violated", "violated,inconclusive"])
  func `A session without violations takes at most 450 bytes, with and without undecided rules`(
    only: String
  ) throws {
    let run = try Tool.run("audit", "--format", "jsonl", "--only", only, "Journals/sessions")
    let good = run.lines.filter { $0.contains(#""rules":{}"#) && !$0.contains(#""damage":"#) }
    #expect(good.count > 20)
    for line in good { #expect(line.utf8.count + 1 <= 450, "\(line)") }
  }

  @Test func `A session with the names that a recorder makes takes at most 450 bytes`() throws {
    let name = "0123456789abcdef0123456789abcdef"
    let simulated = try Tool.run("simulate", "--seed", "3", "--profile", "splash").text
      .replacing(#/"(session|install)":"[^"]*"/#) { #""\#($0.output.1)":"\#(name)""# }
      .replacing(#/,"crc":"[^"]*"/#, with: "").replacing(#","checksums":true"#, with: "")
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write("\(name).jsonl", simulated)
    let words = ["audit", "--format", "jsonl", "--only", "violated,inconclusive", "\(name).jsonl"]
    let run = try Tool.run(Tool.path, words, folder: folder.path)
    #expect(run.text.contains(#""activations":{"daily-cap":1,"cap-counts-every-show":1}"#))
    #expect(run.output.count <= 450)
  }

  /// The summary and the status of a merge of files with these lines.
  private static func merged(_ files: [[String]], _ folder: Folder) throws -> Tool.Run {
    let paths = try files.enumerated().map { number, lines in
      try folder.write("part-\(number)", lines.map { $0 + "\n" }.joined())
    }
    let run = try Tool.run(Tool.path, ["merge", "--format", "json"] + paths)
    for path in paths { try FileManager.default.removeItem(atPath: path) }
    return run
  }

  /// Splits a list at random into a random number of parts, some of which can be empty.
  private static func parts(
    _ lines: [String], _ random: inout some RandomNumberGenerator
  ) -> [[String]] {
    var parts = [[String]](repeating: [], count: Int.random(in: 1...5, using: &random))
    for line in lines { parts[Int.random(in: parts.indices, using: &random)].append(line) }
    return parts
  }

  @Test(arguments: 1...3 * Tool.rounds)
  func
    `A merge does not depend on the order of the lines, on their files, on --only and on earlier merges`(
      seed: Int
    ) throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try Folder()
    defer { folder.remove() }
    let inputs = ["Journals/incidents", "Journals/damaged", "Journals/counterexamples"]
    let input = inputs[seed % inputs.count]
    let full = try Tool.run("audit", "--format", "jsonl", input).lines
    let only = Self.verdicts.filter { _ in Bool.random(using: &random) }
    let short = try Tool.run(
      Tool.path,
      ["audit", "--format", "jsonl", input]
        + (only.isEmpty ? ["--only", "violated"] : ["--only", only.joined(separator: ",")])
    ).lines
    let expected = try Self.merged([full], folder)
    #expect(full.count == short.count && full != short)
    // Each session once, from either output.
    let mixed = zip(full, short).map { Bool.random(using: &random) ? $0 : $1 }
    for lines in [full, short, mixed] {
      let files = Self.parts(lines.shuffled(using: &random), &random)
      #expect(try Self.merged(files, folder).output == expected.output, "seed \(seed), \(only)")
      let sums = try files.map { try Self.merged([$0], folder).text.dropLast() }.map(String.init)
      let again = try Self.merged(Self.parts(sums.shuffled(using: &random), &random), folder)
      #expect(again.output == expected.output, "seed \(seed), \(only)")
      #expect(again.exit == expected.exit)
    }
  }

  @Test(arguments: [
    (#""sessions":1"#, #""sessions":-1"#), (#""damage":0,"#, ""), (#""holds":1"#, #""held":1"#),
    (#""error":1"#, #""fatal":1"#), (#""violations":2,"#, #""violations":"2","#),
    (#""sessions":1"#, #""sessions":9223372036854775807"#), (#""schema":"adjournal.audit/1","#, ""),
    (#""tool":"0.1.0""#, #""tool":1"#),
    (#","rules""#, #","other":1,"rules""#),
  ])
  func `A merge rejects a summary with an invalid member`(whole: String, broken: String) throws {
    let summary =
      #"{"schema":"adjournal.audit/1","tool":"0.1.0","summary":{"journals":1,"sessions":1,"records":3,"damaged":0,"#
      + #""damage":0,"verdicts":{"holds":1},"violations":{"error":1}},"#
      + #""rules":{"known-ad":{"sessions":1,"violations":2,"severity":"error"}}}"#
    #expect(try Tool.run("merge", "-", input: Array((summary + "\n").utf8)).exit == 1)
    let bad = summary.replacing(whole, with: broken, maxReplacements: 1)
    #expect(bad != summary)
    let run = try Tool.run("merge", "-", input: Array((bad + "\n").utf8))
    #expect(
      run.errors
        == "adjournal: -:1: not a session; expected the output of 'adjournal audit --format "
        + "jsonl' or 'adjournal merge --format json'\n")
    #expect(run.exit == 4)
  }

  @Test(arguments: [
    (#""verdicts":"hv-.i""#, #""verdicts":"hv-.x""#), (#""verdicts":"hv-.i""#, #""verdicts":5"#),
    (#""severity":"error""#, #""severity":"fatal""#), (#""violations":3"#, #""violations":-3"#),
    (#""journals":1"#, #""journals":"1""#), (#""known-ad":2"#, #""known-ad":-2"#),
    (#""activations":{"known-ad":2}"#, #""activations":[2]"#), (#""tool":"0.1.0","#, ""),
    (#""tool":"0.1.0""#, #""tool":1"#),
  ])
  func `A merge rejects a line of --only with an invalid member`(whole: String, broken: String)
    throws
  {
    let line =
      #"{"path":"a","session":"s","records":3,"end":"cut","gaps":0,"damage":[],"notes":[],"#
      + #""rule_set":"00","verdicts":"hv-.i","activations":{"known-ad":2},"#
      + #""left_out":{"own":{"severity":"error","violations":3}},"tool":"0.1.0","#
      + #""rules":{},"journals":1}"#
    let good = try Tool.run("merge", "-", input: Array((line + "\n").utf8))
    #expect(
      good.lines == [
        "error    own  3 violations in 1 session",
        "1 journal, 1 session, 3 records: 3 violations (3 error, 0 warning, 0 info)",
        "verdicts: 1 holds, 1 violated, 1 inconclusive, 1 vacuous, 1 not-captured",
      ])
    let bad = line.replacing(whole, with: broken)
    #expect(try Tool.run("merge", "-", input: Array((bad + "\n").utf8)).exit == 4)
  }
}
