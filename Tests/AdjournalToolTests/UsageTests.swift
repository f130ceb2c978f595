import Testing

struct UsageTests {
  @Test(arguments: [
    (
      ["adit"],
      "unknown command 'adit'; did you mean 'audit'? ('adjournal --help' lists the commands)"
    ),
    (
      ["--versoin"],
      "unknown option '--versoin'; did you mean '--version'? ('adjournal --help' lists the "
        + "commands)"
    ),
    (
      ["audit", "--strct", Sample.unlock],
      "unknown option '--strct' of 'audit'; did you mean '--strict'? ('adjournal audit --help' "
        + "lists the options)"
    ),
    (
      ["audit"],
      "'adjournal audit' needs FILE… (for example: adjournal audit Journals/incidents)"
    ),
    (
      ["audit", "--format", "jsn", Sample.unlock],
      "'jsn' is no value of '--format'; it takes text, json, jsonl; did you mean 'json'?"
    ),
    (
      ["audit", "--severity", "eror", Sample.unlock],
      "'eror' is no value of '--severity'; it takes error, warning, info; did you mean 'error'?"
    ),
    (
      ["audit", "--rule", "app-open-max-ag", Sample.unlock],
      "unknown rule 'app-open-max-ag'; did you mean 'app-open-max-age'? ('adjournal rules' lists "
        + "them)"
    ),
    (
      ["audit", "--except", "zzzzzzzzzzzzzzzz", Sample.unlock],
      "unknown rule 'zzzzzzzzzzzzzzzz' ('adjournal rules' lists them)"
    ),
    (
      ["audit", "--rule", "single-use-ad", "--except", "single-use-ad", Sample.unlock],
      "'--except' leaves no rule of those that '--rule' names"
    ),
    (
      ["audit", "--policy", "dailycap=3", Sample.unlock],
      "unknown policy key 'dailycap'; did you mean 'daily_cap'?"
    ),
    (
      ["audit", "--policy", "daily_cap", Sample.unlock],
      "'--policy daily_cap' has no value; it takes KEY=VALUE, such as daily_cap=20"
    ),
    (
      ["audit", "--jobs", "0", Sample.unlock],
      number("0", "--jobs", "a whole number from 1 to 1024")
    ),
    (
      ["audit", "--jobs", "x", Sample.unlock],
      number("x", "--jobs", "a whole number from 1 to 1024")
    ),
    (["audit", "--jobs"], "option '--jobs' needs a value: --jobs N"),
    (["audit", "--rule", "--strict", Sample.unlock], "option '--rule' needs a value: --rule ID"),
    (["audit", "--strict=yes", Sample.unlock], "option '--strict' takes no value"),
    (
      ["audit", "--jobs", "1", "--jobs", "2", Sample.unlock], "option '--jobs' was given twice"
    ),
    (["audit", "-", "-"], "'-' was given twice, and standard input can be read only once"),
    (
      ["audit", "--files-from", "-", "-"],
      "'-' was given twice, and standard input can be read only once"
    ),
    (
      ["audit", "--files-from", "-"], "the list '-' names no file; it takes one path a line"
    ),
    (
      ["show", Sample.unlock, Sample.gap],
      "'Journals/damaged/seq-gap.jsonl' is one too many; 'show' takes one FILE"
    ),
    (["man", "audit"], "'audit' is one too many; 'man' takes no file"),
    (
      ["rules", "app-open-maxage"],
      "unknown rule 'app-open-maxage'; did you mean 'app-open-max-age'? ('adjournal rules' lists "
        + "them)"
    ),
    (
      ["completions", "bsh"],
      "no completions for 'bsh': there are bash, zsh and fish; did you mean 'bash'?"
    ),
    (
      ["replay", "--at", "1", "--every", Sample.unlock], "'--at' and '--every' exclude each other"
    ),
    (
      ["replay", "--diff", "1"], "option '--diff' needs two values: --diff A B"
    ),
    (
      ["replay", "--session", "dayly-03c8be", Sample.unlock],
      "\(Sample.unlock) has no session 'dayly-03c8be'; did you mean 'daily-03c8be'?"
    ),
    (
      ["help", "adit"],
      "unknown command 'adit'; did you mean 'audit'? ('adjournal --help' lists the commands)"
    ),
  ])
  func `Wrong usage is one sentence that says how to mend it`(
    arguments: [String], sentence: String
  ) throws {
    let run = try Tool.run(Tool.path, arguments)
    #expect(run.errors == "adjournal: \(sentence)\n")
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

  private static func number(_ value: String, _ option: String, _ wanted: String) -> String {
    "'\(value)' is no value of '\(option)'; it takes \(wanted)"
  }
}
