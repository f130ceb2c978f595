import Testing

/// A wrong command line and what is said about it.
struct Mistake: Sendable {
  let words: [String]
  let sentence: String

  init(_ words: String..., says sentence: String) {
    self.words = words
    self.sentence = sentence
  }
}

struct UsageTests {
  private static let listsCommands = "('adjournal --help' lists the commands)"
  private static let listsRules = "('adjournal rules' lists them)"
  private static let twice = "'-' was given twice, and standard input can be read only once"
  private static let file = Sample.unlock

  private static let words: [Mistake] = [
    Mistake("adit", says: "unknown command 'adit'; did you mean 'audit'? \(listsCommands)"),
    Mistake("help", "adit", says: "unknown command 'adit'; did you mean 'audit'? \(listsCommands)"),
    Mistake(
      "--versoin", says: "unknown option '--versoin'; did you mean '--version'? \(listsCommands)"),
    Mistake(
      "audit", "--strct", file,
      says: "unknown option '--strct' of 'audit'; did you mean '--strict'? ('adjournal audit "
        + "--help' lists the options)"),
    Mistake(
      "audit",
      says: "'adjournal audit' needs FILE… (for example: adjournal audit Journals/incidents)"),
    Mistake("man", "audit", says: "'audit' is one too many; 'man' takes no file"),
    Mistake("rules", "known-ad", "b", says: "'b' is one too many; 'rules' takes one ID"),
    Mistake(
      "audit", "--quiet", "",
      says: "'adjournal audit' was given an empty word (is a variable of the shell not set?)"),
    Mistake("show", file, "two", says: "'two' is one too many; 'show' takes one FILE"),
    Mistake(
      "completions", "bsh",
      says: "no completions for 'bsh': there are bash, zsh and fish; did you mean 'bash'?"),
    Mistake(
      "rules", "app-open-maxage",
      says: "unknown rule 'app-open-maxage'; did you mean 'app-open-max-age'? \(listsRules)"),
  ]

  private static let values: [Mistake] = [
    Mistake(
      "audit", "--format", "jsn", file,
      says:
        "'jsn' is no value of '--format'; it takes text, json, jsonl, sarif, junit, github; did you mean 'json'?"
    ),
    Mistake(
      "audit", "--severity", "eror", file,
      says: "'eror' is no value of '--severity'; it takes error, warning, info; did you mean "
        + "'error'?"),
    Mistake(
      "audit", "--jobs", "0", file,
      says: "'0' is no value of '--jobs'; it takes a whole number from 1 to 1024"),
    Mistake(
      "audit", "--jobs", "x", file,
      says: "'x' is no value of '--jobs'; it takes a whole number from 1 to 1024"),
    Mistake("audit", "--jobs", says: "option '--jobs' needs a value: --jobs N"),
    Mistake(
      "simulate", "--to=",
      says: "option '--to' was given an empty value: --to FILE (is a variable of the shell not "
        + "set?)"),
    Mistake("audit", "--rule", "--strict", file, says: "option '--rule' needs a value: --rule ID"),
    Mistake("audit", "--strict=yes", file, says: "option '--strict' takes no value"),
    Mistake("audit", "--jobs=1", "--jobs=2", file, says: "option '--jobs' was given twice"),
    Mistake("audit", "-", "-", says: twice),
    Mistake("audit", "--files-from", "-", "-", says: twice),
    Mistake(
      "shrink", "--rule", "known-adds", file,
      says: "unknown rule 'known-adds'; did you mean 'known-ad'? \(listsRules)"),
    Mistake(
      "simulate", "--mutant", "reload-lat",
      says: "'reload-lat' is no value of '--mutant'; did you mean 'reload-late'? "
        + "('adjournal simulate --list-mutants' lists them)"),
    Mistake(
      "repair", "--to", "-", file,
      says: "'-' names no file; '--to' takes the path of a new one"),
    Mistake(
      "simulate", "--to", "-", says: "'-' names no file; '--to' takes the path of a new one"),
    Mistake("merge", "-", "-", says: twice),
    Mistake(
      "audit", "--files-from", "-", says: "the list '-' names no file; it takes one path a line"),
    Mistake("replay", "--diff", "1", says: "option '--diff' needs two values: --diff A B"),
    Mistake(
      "replay", "--at", "1", "--every", file, says: "'--at' and '--every' exclude each other"),
    Mistake(
      "replay", "--session", "dayly-03c8be", file,
      says: "\(file) has no session 'dayly-03c8be'; did you mean 'daily-03c8be'? (its session is "
        + "daily-03c8be)"),
  ]

  private static let selections: [Mistake] = [
    Mistake(
      "audit", "--rule", "app-open-max-ag", file,
      says: "unknown rule 'app-open-max-ag'; did you mean 'app-open-max-age'? \(listsRules)"),
    Mistake(
      "audit", "--except", "zzzzzzzzzzzzzzzz", file,
      says: "unknown rule 'zzzzzzzzzzzzzzzz' \(listsRules)"),
    Mistake(
      "audit", "--rule", "single-use-ad", "--except", "single-use-ad", file,
      says: "'--except' leaves no rule of those that '--rule' names"),
    Mistake(
      "audit", "--policy", "dailycap=3", file,
      says: "unknown policy key 'dailycap'; did you mean 'daily_cap'? ('adjournal rules ID' shows "
        + "those of a rule)"),
    Mistake(
      "simulate", "--manager", "deciding", "--mutant", "reload-late",
      says: "'--mutant' is a bug of the handwritten manager, and '--manager deciding' asks for "
        + "another one"),
    Mistake(
      "shrink", "--rule", "known-ad", "/dev/null", says: "/dev/null has no session: it is empty"),
    Mistake(
      "show", "--policy", "daily_cap", file,
      says: "'--policy daily_cap' has no value; it takes KEY=VALUE, such as daily_cap=20"),
  ]

  @Test(arguments: words + values + selections)
  func `Wrong usage is one sentence that says how to mend it`(mistake: Mistake) throws {
    let run = try Tool.run(Tool.path, mistake.words)
    #expect(run.errors == "adjournal: \(mistake.sentence)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: ["2.5", "-1", "nan", "inf", "many", "", "0x10", "1e3", "+1", "1000000001"])
  func `A count is a whole number`(value: String) throws {
    let run = try Tool.run("audit", "--policy", "daily_cap=\(value)", Sample.unlock)
    let wanted = "it takes a whole number from 0 to 1000000000"
    #expect(run.errors == "adjournal: '\(value)' is no value of 'daily_cap'; \(wanted)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test func `A time is seconds, which can have a fraction`() throws {
    let run = try Tool.run("audit", "--policy", "app_open_max_age_s=x", Sample.unlock)
    let wanted = "it takes seconds from 0 to 1000000000"
    #expect(run.errors == "adjournal: 'x' is no value of 'app_open_max_age_s'; \(wanted)\n")
    let good = try Tool.run(
      "audit", "--policy", "app_open_max_age_s=0.5", "--rule", "app-open-max-age", "--quiet",
      Sample.unlock)
    #expect(good.exit == 1)
    #expect(good.errors.isEmpty)
  }

  @Test func `Without a command the help goes to standard error`() throws {
    let run = try Tool.run()
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("usage: adjournal COMMAND [options] [FILE…]"))
  }
}
