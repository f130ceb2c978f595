/// The name that the linker gave to a program: a hash of all that it linked.
///
/// It lies in a note of the file (`NT_GNU_BUILD_ID` of an ELF file). Two programs that differ have
/// different ones; a program and what `strip` leaves of it have the same, and the same code. What it
/// does not see is a file that was changed by hand after it was linked, or one for which the linker
/// was told what to write there.
enum BuildID {
  /// Shorter ones are no hash that two programs are told apart by.
  static let fewestBytes = 16
  /// Notes are short: more than that is read of no file.
  private static let mostBytes = 1 << 16
  private static let headerBytes = 64
  private static let entryBytes = 56

  /// The build ID of a program's file; nil where it has none.
  static func of(_ file: JournalBytes) -> [UInt8]? {
    guard let header = bytes(of: file, 0, headerBytes),
      // ELF, 64 bits, little endian, version 1.
      header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]),
      number(header, 54, bytes: 2) == entryBytes
    else { return nil }
    let count = number(header, 56, bytes: 2)
    let entries = bytes(of: file, number(header, 32, bytes: 8), count * entryBytes) ?? []
    for start in stride(from: 0, to: entries.count, by: entryBytes) {
      let isNotes = number(entries, start, bytes: 4) == 4
      guard isNotes,
        let notes = bytes(
          of: file, number(entries, start + 8, bytes: 8), number(entries, start + 32, bytes: 8)),
        let found = inNotes(notes, alignment: number(entries, start + 48, bytes: 8))
      else { continue }
      return found
    }
    return nil
  }

  /// The first build ID among notes that lie one behind the other; nil where none of them is one, or
  /// what comes before it is not whole.
  ///
  /// - Parameter alignment: Name and content of each begin at a multiple of it: 4 or 8.
  static func inNotes(_ notes: [UInt8], alignment: Int) -> [UInt8]? {
    let step = alignment == 8 ? 8 : 4
    var place = 0
    while place <= notes.count - 12 {
      let nameEnd = place + 12 + number(notes, place, bytes: 4)
      let start = (nameEnd + step - 1) / step * step
      let end = start + number(notes, place + 4, bytes: 4)
      guard start <= notes.count, end <= notes.count else { return nil }
      let isBuildID = number(notes, place + 8, bytes: 4) == 3
      if isBuildID, notes[(place + 12)..<nameEnd].elementsEqual([0x47, 0x4E, 0x55, 0]) {
        return end - start >= fewestBytes ? Array(notes[start..<end]) : nil
      }
      place = (end + step - 1) / step * step
    }
    return nil
  }

  private static func bytes(of file: JournalBytes, _ start: Int, _ count: Int) -> [UInt8]? {
    guard start >= 0, count > 0, count <= mostBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { file.read($0, at: start) } ? bytes : nil
  }

  /// A number of a few bytes, the lowest first; -1 for one that no place in a file has.
  private static func number(_ bytes: [UInt8], _ place: Int, bytes count: Int) -> Int {
    let word = bytes[place..<place + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: word) ?? -1
  }
}
