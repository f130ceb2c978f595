internal import Platform

/// A journal file of the recorder's folder, and what its first record says.
struct ExportedFile {
  let file: SystemCalls.File
  /// The session of the first record; the name of the file without a number if there is none.
  let session: String
  /// The `seq` of the first record; 0 if it is not known.
  let seq: Int64

  /// Makes it from the first bytes of a file, in the layout of the recorder.
  init(_ file: SystemCalls.File, head: [UInt8]) {
    self.file = file
    let line = head.prefix { $0 != 0x0A }
    let name = Self.value(of: "\"session\":\"", in: line) { $0 != UInt8(ascii: "\"") }
    session = name ?? String(file.name.prefix { $0 != "-" && $0 != "." })
    seq = Self.value(of: "\"seq\":", in: line) { $0 &- 48 < 10 }.flatMap { Int64($0) } ?? 0
  }

  /// The bytes behind the first occurrence of a key, as long as they belong to its value.
  private static func value(
    of key: String, in line: ArraySlice<UInt8>, _ belongs: (UInt8) -> Bool
  ) -> String? {
    let count = key.utf8.count
    guard line.count >= count else { return nil }
    let found = (line.startIndex...line.endIndex - count).first {
      line[$0..<$0 + count].elementsEqual(key.utf8)
    }
    return found.map {
      String(decoding: line[($0 + count)...].prefix(while: belongs), as: UTF8.self)
    }
  }

  /// The order of the records of a session.
  static func precedes(_ one: ExportedFile, _ other: ExportedFile) -> Bool {
    (one.seq, one.file.changed, one.file.name) < (other.seq, other.file.changed, other.file.name)
  }
}
