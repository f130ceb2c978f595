internal import AdRules

/// What the formats say about a rule besides its sentence.
extension Rule {
  /// `Remedy (ACTOR): …`, then `TITLE: ADDRESS` for each page.
  var guidance: [String] {
    let pages = links.map { $0.title == $0.url ? $0.url : "\($0.title): \($0.url)" }
    return [markedRemedy?.filter { $0 != "`" }].compactMap { $0 } + pages
  }

  /// The remedy with its actor, in which backquotes mark code; nil for a rule without one.
  var markedRemedy: String? { remedy.map { "Remedy (\(actor.rawValue)): \($0)" } }
}
