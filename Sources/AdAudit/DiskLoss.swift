package import AdReplay
package import Platform

/// Whether bytes that waited on the disk could not be read back, in one of several files.
///
/// What is missing then is missing in the report: whoever makes it has to say so.
package final class DiskLoss: Sendable {
  private let lost = Lock(false)

  /// Makes a note of nothing lost.
  package init() {}

  /// Whether anything was lost so far.
  package var happened: Bool { lost.locked { $0 } }

  func note() { lost.locked { $0 = true } }

  /// What is to be said of it; nil: nothing was lost.
  package var error: InputError? {
    happened
      ? InputError(
        SpillFile.folder, .unreadable,
        "what waited there could not be read back: parts of this report are missing") : nil
  }
}
