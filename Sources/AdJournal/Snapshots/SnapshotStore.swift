/// What keeps how far files were read, and begins there the next time.
package protocol SnapshotStore: AnyObject, Sendable {
  /// Where the reading of a file begins; nil for its beginning. Called in the order of the inputs.
  func resume(_ input: Int, path: String, _ file: JournalBytes) -> ResumePoint?

  /// Called with all bytes that are read of a plain file, in any order, on any thread.
  func read(_ bytes: UnsafeRawBufferPointer, at place: Int, of input: Int)

  /// Called with the state of a plain file before its last lines, after all that comes before them.
  func freeze(_ state: FrozenInput, of input: Int)
}

/// The end of a snapshot: what was known of a file at a place between two lines.
package struct ResumePoint: Sendable {
  /// A session that is complete: nothing before the place changes it, unless it comes late.
  package struct Done: Sendable {
    package let order: Int
    package let records: Int
    package let token: UInt64

    /// A session with the line with which it begins and what the judge returned for it.
    package init(order: Int, records: Int, token: UInt64) {
      self.order = order
      self.records = records
      self.token = token
    }
  }

  var end: Int
  var state: [UInt8]
  var done: [Done]

  /// The place, the state there (``FrozenInput/bytes``), and the sessions that are complete.
  package init(end: Int, state: [UInt8], done: [Done]) {
    self.end = end
    self.state = state
    self.done = done
  }
}

/// The state of a file at a place between two lines.
package struct FrozenInput: Sendable {
  /// The place.
  package var end: Int
  /// How many lines come before it.
  package var lines: Int
  /// What is known there.
  package var bytes: [UInt8]
  /// The lines with which the sessions begin that are not complete.
  package var open: Set<Int>
}
