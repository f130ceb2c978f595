internal import AdReplay
internal import JSONLines

/// The text of a journal as it is, without its compression.
package enum JournalText {
  /// Calls the body with the text of a file or a named pipe, in pieces.
  ///
  /// - Returns: Whether an archive ends early.
  /// - Throws: ``/AdReplay/InputError`` if the file cannot be read, and the errors of `body`.
  package static func read(_ path: String, _ body: ([UInt8]) throws -> Void) throws -> Bool {
    let source = try ByteSource(path: path, isLenient: true)
    while true {
      let piece = [UInt8](atMost: 1 << 18) { source.read(into: $0) }
      if piece.isEmpty { break }
      try body(piece)
    }
    if let failure = source.failure {
      throw InputError(path, .unreadable, "it could not be read to its end: \(failure)")
    }
    return source.isTorn
  }
}
