package import JSONLines

/// The part of its own line that a seal covers: all bytes before its first `,"sha256":`.
///
/// So nobody can change the clocks of a seal, its number of records or the name of its key either.
package enum SealedPart {
  private static let end = Array(",\"sha256\":".utf8)

  /// The number of these bytes in the line of a seal; nil if the line has no such field.
  package static func length(of line: ByteView) -> Int? {
    guard line.count >= end.count else { return nil }
    return (0...(line.count - end.count)).first { start in
      end.indices.allSatisfy { line[start + $0] == end[$0] }
    }
  }
}
