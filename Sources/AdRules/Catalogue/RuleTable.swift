internal import AdSession

extension RuleBook {
  /// The catalogue as tab-separated values: a header line, then one line per rule.
  ///
  /// `Journals/formats/1/rules.tsv` is this text.
  public static var table: String {
    let header = [
      "id", "group", "severity", "formats", "observes", "policy", "sentence", "precise", "notes",
      "actor", "remedy", "links",
    ]
    let lines = [header] + all.map { $0.cells }
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}

extension Rule {
  /// The cells of its line in the table.
  fileprivate var cells: [String] {
    [
      id, group.rawValue, severity.rawValue, formats.text,
      observes.map { $0.name }.joined(separator: " "),
      policy.map { $0.name }.joined(separator: " "), sentence, precise,
      notes ?? "", actor.rawValue, remedy ?? "", links.map { $0.key }.joined(separator: " "),
    ]
  }
}

extension Formats {
  /// The formats as the table names them: `all`, `full-screen`, or one name per format.
  fileprivate var text: String {
    if self == .all { return "all" }
    var names: [String] = []
    var rest = self
    if rest.isSuperset(of: .fullScreen) {
      names.append("full-screen")
      rest.subtract(.fullScreen)
    }
    names += Word.formats.filter { rest.includes($0) }.compactMap { $0.text }
    return names.joined(separator: " ")
  }
}
