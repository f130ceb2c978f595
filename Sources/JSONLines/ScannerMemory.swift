/// Owns the memory of one scanner.
final class ScannerOwner {
  let memory: UnsafeMutablePointer<ScannerMemory>
  private let told: [(name: String, number: UInt8)]

  /// Memory that has seen no line yet, for a scanner that numbers some keys.
  init(_ told: [(name: String, number: UInt8)]) {
    self.told = told
    memory = .allocate(capacity: 1)
    memory.initialize(to: ScannerMemory(told))
  }

  deinit {
    memory.pointee.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Memory for another scanner that numbers the same keys.
  func another() -> ScannerOwner {
    ScannerOwner(told)
  }
}

/// The memory that a scanner uses for every line again.
///
/// It is reached by a pointer, so that no line pays for the counting of references.
struct ScannerMemory {
  /// The most members that a line of the allowed length can have.
  private static let mostFields = Limits.lineBytes / 4

  private(set) var fields: UnsafeMutablePointer<Field>
  private(set) var capacity = 128
  var keys: KeyTable
  let nested: UnsafeMutablePointer<NestedKeys.Key>
  private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(_ told: [(name: String, number: UInt8)]) {
    keys = KeyTable(told)
    fields = .allocate(capacity: capacity)
    nested = .allocate(capacity: KeySignature.most)
  }

  func deallocate() {
    keys.deallocate()
    fields.deallocate()
    nested.deallocate()
    copy.deallocate()
  }

  /// Makes room for more fields; false if there are more than any allowed line has.
  @inline(never)
  mutating func grow() -> Bool {
    guard capacity <= Self.mostFields else { return false }
    let larger = UnsafeMutablePointer<Field>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: fields, count: capacity)
    fields.deallocate()
    fields = larger
    capacity *= 2
    return true
  }

  /// A copy of the line with zeros after its end.
  mutating func padded(_ line: UnsafeRawBufferPointer) -> Bytes {
    let needed = line.count + Limits.padding
    if copy.count < needed {
      copy.deallocate()
      copy = .allocate(byteCount: max(needed, 4096), alignment: 16)
    }
    copy.copyMemory(from: line)
    UnsafeMutableRawBufferPointer(rebasing: copy[line.count..<needed]).initializeMemory(
      as: UInt8.self, repeating: 0)
    let base = copy.baseAddress.unsafelyUnwrapped
    return UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
  }
}
