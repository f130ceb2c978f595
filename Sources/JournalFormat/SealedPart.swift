package import JSONLines
import AdSession

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

extension RecordEncoder {
  /// Returns the line of a seal, with its line feed, and its hash.
  ///
  /// - Parameters:
  ///   - hash: The hash of the lines that the seal covers.
  ///   - label: The name and the epoch of the key.
  ///   - hmac: Returns the `hmac` of the seal's hash.
  package mutating func seal(
    _ envelope: Envelope, records: Int64, after hash: SHA256, label: String? = nil,
    hmac: ((String) -> String)? = nil
  ) -> (line: [UInt8], sha256: String) {
    var fields: [(FieldName, FieldValue)] = [
      (.sha256, .string("")), (.records, .integer(records)),
    ]
    if let label { fields.append((.key, .string(label))) }
    let draft = line(.sessionSealed, envelope, fields)
    var hash = hash
    hash.update(Array(draft.prefix(ByteView.with(draft) { SealedPart.length(of: $0) } ?? 0)))
    let sha256 = hash.finish()
    fields[0].1 = .string(sha256)
    if let hmac { fields.append((.hmac, .string(hmac(sha256)))) }
    return (line(.sessionSealed, envelope, fields), sha256)
  }
}
