import Testing

@testable import AdjournalTool

/// An invalid command line and the expected error message.
struct Mistake: Sendable {
  let words: [String]
  let message: String

  init(_ words: String..., message: String) {
    self.words = words
    self.message = message
  }
}

struct UsageTests {
  private static let listsCommands = "(run 'adjournal --help' for the commands)"
  private static let listsRules = "(run 'adjournal rules' for the list)"
  private static let twice = "'-' given more than once; standard input can be read only once"
  private static let file = Sample.unlock

  private static let words: [Mistake] = [
    Mistake("adit", message: "unknown command 'adit'; did you mean 'audit'? \(listsCommands)"),
    Mistake(
      "help", "adit", message: "unknown command 'adit'; did you mean 'audit'? \(listsCommands)"),
    Mistake(
      "--versoin", message: "unknown option '--versoin'; did you mean '--version'? \(listsCommands)"
    ),
    Mistake(
      "audit", "--strct", file,
      message:
        "unknown option '--strct' for 'audit'; did you mean '--strict'? (run 'adjournal audit "
        + "--help' for the options)"),
    Mistake(
      "audit",
      message: "missing argument FILE… for 'audit' (example: adjournal audit Journals/incidents)"),
    Mistake("man", "audit", message: "unexpected argument 'audit'; 'man' takes no arguments"),
    Mistake(
      "rules", "known-ad", "b", message: "unexpected argument 'b'; 'rules' takes only one ID"),
    Mistake(
      "audit", "--quiet", "",
      message: "empty argument for 'audit' (is a shell variable unset?)"),
    Mistake("show", file, "two", message: "unexpected argument 'two'; 'show' takes only one FILE"),
    Mistake(
      "completions", "bsh",
      message: "invalid value 'bsh' for 'SHELL' (bash, zsh, fish); did you mean 'bash'?"),
    Mistake(
      "rules", "app-open-maxage",
      message: "no rule contains 'app-open-maxage'; did you mean 'app-open-max-age'? \(listsRules)"),
  ]

  private static let values: [Mistake] = [
    Mistake(
      "audit", "--format", "jsn", file,
      message:
        "invalid value 'jsn' for '--format' (text, json, jsonl, sarif, junit, github, markdown); did you mean "
        + "'json'?"
    ),
    Mistake(
      "audit", "--severity", "eror", file,
      message: "invalid value 'eror' for '--severity' (error, warning, info); did you mean 'error'?"
    ),
    Mistake(
      "audit", "--jobs", "0", file,
      message: "invalid value '0' for '--jobs' (an integer from 1 to 1024)"),
    Mistake(
      "audit", "--jobs", "x", file,
      message: "invalid value 'x' for '--jobs' (an integer from 1 to 1024)"),
    Mistake("audit", "--jobs", message: "missing value for '--jobs': --jobs N"),
    Mistake(
      "simulate", "--to=",
      message: "empty value for '--to': --to NEW (is a shell variable unset?)"),
    Mistake("audit", "--rule", "--strict", file, message: "missing value for '--rule': --rule ID"),
    Mistake("audit", "--strict=yes", file, message: "option '--strict' does not take a value"),
    Mistake("audit", "--jobs=1", "--jobs=2", file, message: "option '--jobs' given more than once"),
    Mistake("audit", "-", "-", message: twice),
    Mistake("audit", "--files-from", "-", "-", message: twice),
    Mistake(
      "shrink", "--rule", "known-adds", file,
      message: "unknown rule 'known-adds'; did you mean 'known-ad'? \(listsRules)"),
    Mistake(
      "simulate", "--mutant", "reload-lat",
      message: "invalid value 'reload-lat' for '--mutant'; did you mean 'reload-late'? "
        + "(run 'adjournal simulate --list-mutants' for the list)"),
    Mistake(
      "repair", "--to", "-", file,
      message: "'--to' needs the path of a new file; '-' is a stream"),
    Mistake(
      "simulate", "--to", "-", message: "'--to' needs the path of a new file; '-' is a stream"),
    Mistake("merge", "-", "-", message: twice),
    Mistake("replay", "--diff", "1", message: "missing second value for '--diff': --diff A B"),
    Mistake(
      "replay", "--at", "1", "--every", file, message: "'--at' cannot be used with '--every'"),
    Mistake(
      "replay", "--session", "dayly-03c8be", file,
      message:
        "no session 'dayly-03c8be' in \(file); did you mean 'daily-03c8be'? (its only session is "
        + "'daily-03c8be')"),
  ]

  private static let selections: [Mistake] = [
    Mistake(
      "audit", "--rule", "app-open-max-ag", file,
      message: "unknown rule 'app-open-max-ag'; did you mean 'app-open-max-age'? \(listsRules)"),
    Mistake(
      "audit", "--except", "zzzzzzzzzzzzzzzz", file,
      message: "unknown rule 'zzzzzzzzzzzzzzzz' \(listsRules)"),
    Mistake(
      "audit", "--rule", "single-use-ad", "--except", "single-use-ad", file,
      message: "no rule left: '--except' removes all rules that '--rule' selects"),
    Mistake(
      "audit", "--policy", "dailycap=3", file,
      message:
        "unknown policy key 'dailycap'; did you mean 'daily_cap'? (run 'adjournal policy' for the "
        + "list)"),
    Mistake(
      "simulate", "--manager", "deciding", "--mutant", "reload-late",
      message: "'--mutant' needs '--manager handwritten', not 'deciding'"),
    Mistake(
      "shrink", "--rule", "known-ad", "/dev/null",
      message: "no session in /dev/null: the file is empty"),
    Mistake(
      "show", "--policy", "daily_cap", file,
      message: "invalid value 'daily_cap' for '--policy' (KEY=VALUE, such as daily_cap=20)"),
  ]

  @Test(arguments: words + values + selections)
  func `An invalid command line exits 2 with one sentence on how to fix it`(mistake: Mistake) throws
  {
    let run = try Tool.run(Tool.path, mistake.words)
    #expect(run.errors == "adjournal: \(mistake.message)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: ["2.5", "-1", "nan", "inf", "many", "0x10", "1e3", "+1", "1000000001"])
  func `A threshold that is a count accepts only an integer`(value: String) throws {
    let run = try Tool.run("audit", "--policy", "daily_cap=\(value)", Sample.unlock)
    let expected = "(an integer from 0 to 1000000000)"
    #expect(run.errors == "adjournal: invalid value '\(value)' for 'daily_cap' \(expected)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ("daily_cap", "daily_cap=20"), ("app_open_max_age_s", "app_open_max_age_s=14400"),
  ])
  func `A threshold without a value is an error that shows an example`(
    key: String, example: String
  ) throws {
    let run = try Tool.run("audit", "--policy", "\(key)=", Sample.unlock)
    #expect(
      run.errors
        == "adjournal: missing value in '\(key)=' for '--policy' (example: \(example))\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test func `A threshold that is a time accepts seconds with a fraction`() throws {
    let run = try Tool.run("audit", "--policy", "app_open_max_age_s=x", Sample.unlock)
    let expected = "(seconds from 0 to 1000000000)"
    #expect(run.errors == "adjournal: invalid value 'x' for 'app_open_max_age_s' \(expected)\n")
    let good = try Tool.run(
      "audit", "--policy", "app_open_max_age_s=0.5", "--rule", "app-open-max-age", "--quiet",
      Sample.unlock)
    #expect(good.exit == 1)
    #expect(good.errors.isEmpty)
  }

  @Test func `No name of more than 64 bytes gets a suggestion or is one`() {
    let longest = String(repeating: "a", count: 64)
    #expect(Nearest.to(longest.dropLast() + "b", in: [longest]) == longest)
    #expect(Nearest.to(longest + "b", in: [longest]) == nil)
    #expect(Nearest.to(longest, in: [longest + "b"]) == nil)
  }

  @Test func `Without a command, help is printed on standard error`() throws {
    let run = try Tool.run()
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("usage: adjournal COMMAND [options] [FILE…]"))
  }
}
