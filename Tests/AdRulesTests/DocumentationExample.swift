import AdReplay
import AdRules
import JournalInput

/// The violations of every rule, and of the rules of a file, in the sessions of a journal.
func violations(in journal: [UInt8], ruleFile: String) throws -> [String] {
  let rules = RuleBook.all + (try RuleFile.rules(of: ruleFile))
  let judge = Judge(rules: rules)
  var lines: [String] = []
  for session in Journal.read(bytes: journal) {
    for (rule, result) in zip(rules, judge.judge(session.trace)) {
      for violation in result.violations { lines.append("\(rule.id): \(violation.because)") }
    }
  }
  return lines
}
