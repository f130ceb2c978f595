/// Owns the memory of one scanner and frees it.
final class ScannerOwner {
  let memory: UnsafeMutablePointer<ScannerMemory>
  private let numberedKeys: [(name: String, number: UInt8)]

  init(_ numberedKeys: [(name: String, number: UInt8)]) {
    self.numberedKeys = numberedKeys
    memory = .allocate(capacity: 1)
    memory.initialize(to: ScannerMemory(numberedKeys))
  }

  deinit {
    memory.pointee.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Returns new memory for a copy of the scanner, which numbers the same keys.
  func another() -> ScannerOwner {
    ScannerOwner(numberedKeys)
  }
}

/// The memory that a scanner reuses for every line.
///
/// It is accessed through a pointer, which avoids reference counting for every line.
struct ScannerMemory {
  private static let maximumFieldCount = Limits.lineBytes / 4

  private(set) var fields: UnsafeMutablePointer<Field>
  private(set) var capacity = 128
  var keys: KeyTable
  let nested: UnsafeMutablePointer<NestedKeys.Key>
  private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(_ numberedKeys: [(name: String, number: UInt8)]) {
    keys = KeyTable(numberedKeys)
    fields = .allocate(capacity: capacity)
    nested = .allocate(capacity: KeySignature.maximumCount)
  }

  func deallocate() {
    keys.deallocate()
    fields.deallocate()
    nested.deallocate()
    copy.deallocate()
  }

  /// Makes room for more fields; false if a line of the allowed length cannot have as many.
  @inline(never)
  mutating func grow() -> Bool {
    guard capacity <= Self.maximumFieldCount else { return false }
    let larger = UnsafeMutablePointer<Field>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: fields, count: capacity)
    fields.deallocate()
    fields = larger
    capacity *= 2
    return true
  }

  /// Copies the line and adds zeros after its end.
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
