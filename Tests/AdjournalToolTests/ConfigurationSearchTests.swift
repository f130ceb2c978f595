import Foundation
import Testing

/// Which `.adjournal.json` is used without `--config`.
struct ConfigurationSearchTests {
  private static let passing = #"{"severities":{"lock-is-not-background":"info"}}"#
  private static let used = "adjournal: using configuration .adjournal.json\n"
  private static let audit = "adjournal audit --quiet journal.jsonl"

  /// Runs a command line beside `journal.jsonl`, which violates `lock-is-not-background`.
  private static func run(_ line: String) throws -> Tool.Run {
    try Tool.shell("cp \(Sample.unlock) journal.jsonl; \(line)")
  }

  /// Writes a configuration with which the journal passes.
  private static func configure(_ path: String) -> String { "echo '\(passing)' > \(path)" }

  @Test func `A configuration that is found is named on standard error`() throws {
    let configured = Self.configure(".adjournal.json")
    let quiet = try Self.run("\(configured); \(Self.audit)")
    #expect(quiet.exit == 0 && quiet.output.isEmpty && quiet.errors == Self.used)
    let json = try Self.run("\(configured); adjournal audit --format json journal.jsonl")
    #expect(json.errors == Self.used)
    #expect(try !Sample.object(json.output).isEmpty)
  }

  @Test func `A configuration that --config names is not named again`() throws {
    let run = try Self.run("\(Self.configure("other.json")); \(Self.audit) --config other.json")
    #expect(run.exit == 0 && run.errors.isEmpty)
  }

  @Test func `The option --no-config ignores the configuration, also one that cannot be used`()
    throws
  {
    for made in [Self.configure(".adjournal.json"), "mkdir .adjournal.json"] {
      let run = try Self.run("\(made); \(Self.audit) --no-config")
      #expect(run.exit == 1 && run.errors.isEmpty)
    }
    let both = try Self.run("\(Self.audit) --no-config --config other.json")
    #expect(both.errors == "adjournal: '--no-config' and '--config' exclude each other\n")
    #expect(both.exit == 2)
  }

  @Test func `The nearest configuration up to the top of the repository is used`() throws {
    let below =
      "mkdir -p .git below/deep; cd below/deep; adjournal audit --quiet ../../journal.jsonl"
    let top = try Self.run("\(Self.configure(".adjournal.json")); \(below)")
    #expect(top.exit == 0)
    #expect(top.errors == "adjournal: using configuration ../../.adjournal.json\n")
    let near = try Self.run(
      "echo '{' > .adjournal.json; mkdir below; \(Self.configure("below/.adjournal.json")); \(below)"
    )
    #expect(near.exit == 0)
    #expect(near.errors == "adjournal: using configuration ../.adjournal.json\n")
  }

  @Test func `Outside a repository only the working folder is searched`() throws {
    let configured = Self.configure(".adjournal.json")
    let below = try Self.run(
      "\(configured); mkdir below; cd below; adjournal audit --quiet ../journal.jsonl")
    #expect(below.exit == 1 && below.errors.isEmpty)
    #expect(try Self.run("\(configured); \(Self.audit)").exit == 0)
  }

  @Test func `A configuration that links to another file or is writable by its group is used`()
    throws
  {
    for made in [
      "\(Self.configure("other.json")); ln -s other.json .adjournal.json",
      "\(Self.configure(".adjournal.json")); chmod 664 .adjournal.json",
    ] {
      let run = try Self.run("\(made); \(Self.audit)")
      #expect(run.exit == 0 && run.errors == Self.used)
    }
  }

  @Test(arguments: [
    ("ln -s gone .adjournal.json", "symbolic link to a missing file"),
    ("mkdir .adjournal.json", "not a regular file"),
    ("mkfifo .adjournal.json", "not a regular file"),
    ("echo '{}' > .adjournal.json; chmod 666 .adjournal.json", "everyone can write it"),
    (
      "head -c 1048577 /dev/zero > .adjournal.json",
      "too large (expected a configuration of at most 1 MiB)"
    ),
  ])
  func `A configuration that cannot be used is an error`(made: String, reason: String) throws {
    let run = try Self.run("\(made); \(Self.audit)")
    #expect(run.errors == Self.refusal(reason))
    #expect(run.exit == 4)
  }

  /// Only the superuser can give a file to somebody else.
  @Test(.enabled(if: geteuid() == 0))
  func `A configuration of another user is an error unless --config names it`() throws {
    let made = "\(Self.configure(".adjournal.json")); chmod 755 .; chown 65534 .adjournal.json"
    let foreign = try Self.run("\(made); \(Self.audit)")
    #expect(foreign.errors == Self.refusal("belongs to another user") && foreign.exit == 4)
    let trusted = try Self.run("\(made); \(Self.audit) --config .adjournal.json")
    #expect(trusted.exit == 0 && trusted.errors.isEmpty)
  }

  @Test(arguments: [
    "audit", "triage", "compare --by day", "report --to x.html", "follow --until-end", "show",
    "explain",
    "shrink --rule lock-is-not-background", "pin --rule lock-is-not-background --to Test.swift",
  ])
  func `Every command that judges searches in the same way`(command: String) throws {
    let used = try Self.run("echo '{}' > .adjournal.json; adjournal \(command) journal.jsonl")
    #expect(used.errors.hasPrefix(Self.used))
    #expect(used.errors.components(separatedBy: "using configuration").count == 2)
    let refused = try Self.run("mkdir .adjournal.json; adjournal \(command) journal.jsonl")
    #expect(refused.errors == Self.refusal("not a regular file") && refused.exit == 4)
    let ignored = try Self.run(
      "mkdir .adjournal.json; adjournal \(command) --no-config journal.jsonl")
    #expect(!ignored.errors.contains(".adjournal.json"))
  }

  private static func refusal(_ reason: String) -> String {
    "adjournal: .adjournal.json: \(reason); name a file with '--config', "
      + "or ignore this one with '--no-config'\n"
  }
}
