internal import AdSession
internal import JSONLines
internal import Platform

/// The lists of classes of the headers before: those of one app do not change.
struct CapturesCache {
  private struct Entry {
    /// A list with its brackets.
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    var classes = ClassSet()
  }

  private let entries: UnsafeMutablePointer<Entry>
  private var turn = 0
  private static let most = 4

  init() {
    entries = .allocate(capacity: Self.most)
    entries.initialize(repeating: Entry(), count: Self.most)
  }

  /// Gives the memory back; it must not be used again.
  func deallocate() {
    for index in 0..<Self.most { entries[index].bytes?.deallocate() }
    entries.deallocate()
  }

  /// What the list names that these bytes begin with, and its length; nil for one that is not known.
  func known(
    atBeginningOf start: UnsafePointer<UInt8>, _ count: Int
  ) -> (classes: ClassSet, count: Int)? {
    for index in 0..<Self.most {
      let entry = entries[index]
      if let bytes = entry.bytes, entry.count <= count, System.areEqual(bytes, start, entry.count) {
        return (entry.classes, entry.count)
      }
    }
    return nil
  }

  /// What a value of `captures` names.
  mutating func classes(_ value: JSONValue) -> ClassSet {
    guard let start = value.bytes.baseAddress else { return ClassSet() }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    if let found = known(atBeginningOf: bytes, value.bytes.count) { return found.classes }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: value.bytes.count, alignment: 8)
    copy.copyMemory(from: start, byteCount: value.bytes.count)
    let entry = Entry(
      bytes: copy, count: value.bytes.count, classes: HeaderDecoder.captures(value))
    entries[turn].bytes?.deallocate()
    entries[turn] = entry
    turn = (turn + 1) % Self.most
    return entry.classes
  }
}
