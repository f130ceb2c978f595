package import AdReplay

/// The sessions that count more than once, because several journals have them.
package struct RepeatedSessions: Equatable, Sendable {
  /// The number of further occurrences.
  package private(set) var count = 0
  /// A sentence about the first one.
  private var first = ""

  package init() {}

  /// Adds the sessions of a journal that another journal has, too.
  package mutating func add(_ summary: JournalSummary) {
    for note in summary.notes where note.code == .sessionRepeated {
      if count == 0 { first = "\(summary.path): \(note.because)" }
      count += note.count
    }
  }

  /// Adds a session of a journal that another journal has, too.
  package mutating func add(_ session: String, of path: String) {
    if count == 0 {
      first = "\(path): session \(session) is also in another journal, where it counts as well"
    }
    count += 1
  }

  /// The sentence for people; nil if there are no such sessions.
  package var sentence: String? {
    switch count {
    case 0: nil
    case 1: first
    case 2: "\(first); 1 more session counts more than once"
    default: "\(first); \(count - 1) more sessions count more than once"
    }
  }
}
