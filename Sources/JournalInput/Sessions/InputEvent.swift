internal import AdReplay

/// What happens while inputs are read, in order.
enum InputEvent<Session> {
  /// A session begins.
  case began(SessionPlace)
  /// A session is complete.
  case complete(SessionPlace, Session)
  /// A session is reported with its first segment, which is in another input.
  case reportedElsewhere(SessionPlace)
  /// An input ends.
  case ended(InputEnd)
}

/// The first line of a session.
struct SessionPlace {
  /// The index of the input.
  var input: Int
  var line: Int
}

/// The end of an input.
final class InputEnd {
  let input: Int
  /// The journal; nil if the input could not be opened or is no journal.
  let summary: JournalSummary?
  /// Why the input could not be read, or not to its end.
  let failure: InputError?

  init(input: Int, summary: JournalSummary?, failure: InputError?) {
    self.input = input
    self.summary = summary
    self.failure = failure
  }
}
