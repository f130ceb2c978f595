internal import AdSession
internal import JSONLines
internal import Platform

/// The lists of classes of earlier headers; all headers of one app have the same list.
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

  /// Frees the memory; the cache must not be used again.
  func deallocate() {
    for index in 0..<Self.most { entries[index].bytes?.deallocate() }
    entries.deallocate()
  }

  /// The classes and the length of the list at the beginning of some bytes; `nil` if it is unknown.
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

  /// Adds a list that was decoded, instead of the oldest one, unless the cache contains it.
  mutating func add(_ list: ByteView, _ classes: ClassSet) {
    guard let start = list.raw.baseAddress?.assumingMemoryBound(to: UInt8.self),
      known(atBeginningOf: start, list.count) == nil
    else { return }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: list.count, alignment: 8)
    copy.copyMemory(from: start, byteCount: list.count)
    entries[turn].bytes?.deallocate()
    entries[turn] = Entry(bytes: copy, count: list.count, classes: classes)
    turn = (turn + 1) % Self.most
  }
}
