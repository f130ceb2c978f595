/// The problems of a baseline, each with the formats in which it is accepted.
package struct AcceptedProblems: Equatable, Sendable {
  /// The accepted formats by id; a problem without an entry here is accepted in all of them.
  private var formats: [String: Set<String?>] = [:]
  private var ids: Set<String> = []
  /// The rules of which every problem is accepted.
  private var rules: Set<String> = []

  package init() {}

  /// Accepts a problem in some formats, of which nil stands for violations without one; by default
  /// in all formats.
  package mutating func add(id: String, formats: [String?]? = nil) {
    ids.insert(id)
    if let formats { self.formats[id, default: []].formUnion(formats) }
  }

  /// Accepts all problems of a rule.
  package mutating func add(rule: String) { rules.insert(rule) }

  /// Whether violations of a problem of a rule are accepted in a format.
  package func contains(id: String, rule: String, format: String?) -> Bool {
    rules.contains(rule) || ids.contains(id) && (formats[id]?.contains(format) ?? true)
  }

  /// Whether violations of a variant are accepted.
  func contains(_ variant: ProblemVariant) -> Bool {
    let problem = variant.problem
    return contains(id: problem.id, rule: problem.rule, format: variant.format)
  }
}
