/// One case of a property: where its values come from, and what it says about them.
public final class Trial {
  /// The source of every value of the case.
  public let choices: Choices
  /// What failed first; nil while nothing did.
  public private(set) var failure: PropertyFailure?
  /// What a person is shown with a counterexample, in order.
  public private(set) var notes: [String] = []
  /// What is kept of a counterexample beside its choices, for example a journal.
  public private(set) var attachment: [UInt8]?
  /// What was armed in this case, and which labels it has, each once.
  private(set) var armed: [String] = []
  private(set) var labels: [String] = []

  /// What was kept of an earlier counterexample, to be judged instead of drawing; else nil.
  ///
  /// Only with ``CheckSettings/replaysAttachments``.
  public let saved: [UInt8]?
  private let keepsNotes: Bool

  init(_ choices: Choices, saved: [UInt8]? = nil, keepsNotes: Bool = true) {
    self.choices = choices
    self.saved = saved
    self.keepsNotes = keepsNotes
  }

  /// Demands a condition; a case that fails goes on, and its first failure counts.
  public func expect(
    _ condition: Bool, _ reason: String, because: @autoclosure () -> String? = nil
  ) {
    arm(reason)
    if !condition { fail(reason, because: because()) }
  }

  /// Fails the case; of several failures the first counts.
  public func fail(_ reason: String, because: String? = nil) {
    arm(reason)
    if failure == nil { failure = PropertyFailure(reason: reason, because: because) }
  }

  /// Says that something was looked at which could have failed.
  ///
  /// A property in which nothing was ever armed fails: it would pass whatever the code did.
  public func arm(_ reason: String) {
    if !armed.contains(reason) { armed.append(reason) }
  }

  /// Says that the case is of a kind; how many cases of a kind there must be is declared up front, in
  /// ``CheckSettings/requirements``.
  public func label(_ name: String) {
    if !labels.contains(name) { labels.append(name) }
  }

  /// Adds a line that is shown with a counterexample; it is not asked for where nobody reads it.
  public func note(_ line: @autoclosure () -> String) {
    if keepsNotes { notes.append(line()) }
  }

  /// Keeps bytes with a counterexample; the last call counts.
  public func attach(_ bytes: [UInt8]) { attachment = bytes }
}
