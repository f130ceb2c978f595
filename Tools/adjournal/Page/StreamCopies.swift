import JSONLines
import JournalInput
import Platform

/// The text of inputs that can be read only once, until it is written.
///
/// What exceeds a few megabytes is in a temporary file.
final class StreamCopies: Sendable {
  private struct Copies: ~Copyable {
    var texts = TemporaryFile(limit: 1 << 24)
    /// The pieces of each input, by its path.
    var pieces: [String: [Range<Int>]] = [:]
  }

  private let copies = Lock(Copies())

  /// Adds a piece of the text of an input; any thread may call it.
  func add(_ piece: ByteView, of path: String) {
    if piece.isEmpty { return }
    copies.locked { copies in
      let start = copies.texts.append(Array(piece))
      copies.pieces[path, default: []].append(start..<start + piece.count)
    }
  }

  /// Calls the body with the text of an input in pieces; false if there is none.
  ///
  /// - Throws: An error if a piece was lost on disk, and the errors of the body.
  func read(_ path: String, _ body: ([UInt8]) throws -> Void) throws -> Bool {
    guard let ranges = copies.locked({ $0.pieces[path] }) else { return false }
    for range in ranges {
      let bytes = copies.locked { $0.texts.read(range.lowerBound, range.count) }
      if bytes.count < range.count {
        throw RawFile.Failure(
          description: "\(TemporaryFile.folder): a temporary file could not be read back")
      }
      try body(bytes)
    }
    return true
  }
}
