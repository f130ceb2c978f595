package import AdReplay
internal import Platform

/// Records whether bytes could not be read back from one of several temporary files.
///
/// A report lacks these bytes; the audit reports an error then.
package final class DiskLoss: Sendable {
  private let lost = Lock(false)

  /// Makes a record of no loss.
  package init() {}

  /// Whether anything was lost so far.
  package var happened: Bool { lost.locked { $0 } }

  func note() { lost.locked { $0 = true } }

  /// The error to report; nil if nothing was lost.
  package var error: InputError? {
    happened
      ? InputError(
        TemporaryFile.folder, .unreadable,
        "a temporary file could not be read back: parts of this report are missing") : nil
  }
}
