/// One case of a property: the source of its values and the record of its checks.
///
/// Not thread-safe: a property uses its trial on one thread.
public final class Trial {
  /// The source of all random values of the case.
  public let choices: Choices
  /// The first failure; nil while every check passed.
  public private(set) var failure: PropertyFailure?
  /// The lines printed with a counterexample, in order.
  public private(set) var notes: [String] = []
  /// What the case costs, in a unit that the property chooses, such as simulated records.
  ///
  /// Shrinking ends when its cases have cost ``CheckSettings/maximumCost``. If cases differ much in
  /// size, a maximum cost allows more executions than a maximum number of executions.
  public var cost = 0
  /// The bytes stored with a counterexample, for example a journal.
  public private(set) var attachment: [UInt8]?
  /// The reasons of the checks that the case reached, each once.
  private(set) var reached: [String] = []
  /// The labels of the case, each once.
  private(set) var labels: [String] = []

  /// The attachment of a stored counterexample, to be judged instead of a drawn value; usually nil.
  ///
  /// Set only with ``CheckSettings/replaysAttachments``.
  public let savedAttachment: [UInt8]?
  private let keepsNotes: Bool

  init(_ choices: Choices, savedAttachment: [UInt8]? = nil, keepsNotes: Bool = true) {
    self.choices = choices
    self.savedAttachment = savedAttachment
    self.keepsNotes = keepsNotes
  }

  /// Fails the case if a condition is false; the case goes on, and its first failure counts.
  ///
  /// - Parameters:
  ///   - condition: Whether the expectation is met.
  ///   - reason: The expectation in words, without values; see ``PropertyFailure/reason``.
  ///   - because: A sentence with the values of this case, evaluated only on failure.
  public func expect(
    _ condition: Bool, _ reason: String, because: @autoclosure () -> String? = nil
  ) {
    reach(reason)
    if !condition { fail(reason, because: because()) }
  }

  /// Fails the case; the first of several failures counts.
  public func fail(_ reason: String, because: String? = nil) {
    reach(reason)
    if failure == nil { failure = PropertyFailure(reason: reason, because: because) }
  }

  /// Records that the case reached a check that could have failed.
  ///
  /// ``expect(_:_:because:)`` calls it. Call it beside the assertions of a test framework, which do
  /// not report when they pass. A property that never reaches a check fails as vacuous.
  public func reach(_ reason: String) {
    if !reached.contains(reason) { reached.append(reason) }
  }

  /// Adds a label that ``CheckSettings/requirements`` and ``Coverage`` count.
  public func label(_ name: String) {
    if !labels.contains(name) { labels.append(name) }
  }

  /// Adds a line that is printed with a counterexample; evaluated only for the smallest case.
  public func note(_ line: @autoclosure () -> String) {
    if keepsNotes { notes.append(line()) }
  }

  /// Attaches bytes that are stored with a counterexample; a later call replaces them.
  public func attach(_ bytes: [UInt8]) { attachment = bytes }
}
