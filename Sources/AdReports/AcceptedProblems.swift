/// The problems of a baseline, each with the formats in which it is accepted.
package struct AcceptedProblems: Equatable, Sendable {
  private var formats: [String: Set<String?>] = [:]

  package init() {}

  /// Accepts a problem in some formats; nil stands for violations without one.
  package mutating func add(id: String, formats: [String?]) {
    self.formats[id, default: []].formUnion(formats)
  }

  /// Whether violations of a problem in a format are accepted.
  package func contains(id: String, format: String?) -> Bool {
    formats[id]?.contains(format) ?? false
  }

  /// Whether violations of a variant are accepted.
  func contains(_ variant: ProblemVariant) -> Bool {
    contains(id: variant.problem.id, format: variant.format)
  }
}
