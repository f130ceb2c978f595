/// Recognizes console logs by their content.
public enum LogRecognition {
  /// Whether the beginning of a file has an event of an ad that the import understands, and no
  /// record of a journal.
  ///
  /// - Parameter head: The first bytes of the file, such as 256 KiB, or all of it.
  public static func isLog(_ head: [UInt8]) -> Bool {
    var options = LogImport.Options()
    options.isGrowing = true
    var log = LogImport(options)
    for line in head.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if isRecord(line) { return false }
      log.take(Array(line))
    }
    log.finish()
    return log.counts.events > 0
  }

  /// Whether a line is a record of a journal, or a part of one.
  public static func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    let bytes = Array(line)
    let keys = ["\"session\":", "\"seq\":", "\"event\":"]
    return keys.count { bytes.contains($0, in: 0..<bytes.count) } > 1
  }
}
