internal import AdSession

/// Puts values one behind the other; ``ArchiveReader`` takes them out in the same order.
///
/// In memory of its own: an array would ask before each of them whether it may be written to.
package struct ArchiveWriter: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many bytes there are.
  package private(set) var count = 0

  /// Makes one with room for so many bytes.
  package init(capacity: Int = 512) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// All of them.
  package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: count)) }

  /// Makes room for more bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(count + more) }
  }

  @inline(never)
  private mutating func grow(_ wanted: Int) {
    capacity = max(wanted, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    memory = larger
  }

  /// Writes by a closure that says how many bytes it wrote.
  mutating func write(atMost most: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    reserve(most)
    count += body(memory + count)
  }

  @inline(never)
  package mutating func number(_ value: Int64) {
    reserve(8)
    memory.storeBytes(of: value.littleEndian, toByteOffset: count, as: Int64.self)
    count += 8
  }

  package mutating func text(_ value: String) {
    var value = value
    value.withUTF8 {
      number(Int64($0.count))
      raw(UnsafeRawBufferPointer($0))
    }
  }

  package mutating func raw(_ value: [UInt8]) { value.withUnsafeBytes { raw($0) } }

  private mutating func raw(_ value: UnsafeRawBufferPointer) {
    reserve(value.count)
    if let start = value.baseAddress {
      (memory + count).copyMemory(from: start, byteCount: value.count)
    }
    count += value.count
  }

  /// Bytes with their number before them.
  package mutating func bytes(_ value: [UInt8]) {
    number(Int64(value.count))
    raw(value)
  }

  mutating func optional(_ value: Int64?) {
    reserve(1)
    memory.storeBytes(of: value == nil ? 0 : 1, toByteOffset: count, as: UInt8.self)
    count += 1
    if let value { number(value) }
  }

  mutating func optional(_ value: Bool?) { optional(value.map { $0 ? Int64(1) : 0 }) }

  mutating func policy(_ settings: [PolicySetting]) {
    number(Int64(settings.count))
    for setting in settings {
      text(setting.key.name)
      number(Int64(bitPattern: setting.value.bitPattern))
    }
  }

  // All at once: one by one each would be asked whether somebody changes it.
  mutating func header(_ header: Header) { parts(header.parts) }

  private mutating func parts(_ header: Header.Parts) {
    text(header.app)
    text(header.appVersion)
    text(header.os)
    text(header.osVersion)
    text(header.device)
    text(header.sdk)
    text(header.sdkVersion)
    text(header.timezone)
    text(header.install)
    number(Int64(header.build.rawValue))
    number(header.utcOffsetMinutes)
    optional(header.launchCount)
    optional(header.multiScene)
    optional(header.testDevice)
    optional(header.checksums)
    optional(header.captures.map { Int64($0.rawValue) })
    policy(header.policy)
  }
}

/// Takes out what an ``ArchiveWriter`` put in; it trusts the bytes.
package struct ArchiveReader {
  let bytes: [UInt8]
  package private(set) var place = 0

  package init(bytes: [UInt8], place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  package mutating func number() -> Int64 {
    defer { place += 8 }
    return bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Int64.self))
    }
  }

  package mutating func text() -> String {
    let count = Int(number())
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  /// Bytes that were written with their number.
  package mutating func takeBytes() -> [UInt8] { raw(Int(number())) }

  package mutating func raw(_ count: Int) -> [UInt8] {
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func optional() -> Int64? {
    place += 1
    return bytes[place - 1] == 0 ? nil : number()
  }

  mutating func truth() -> Bool? { optional().map { $0 == 1 } }

  mutating func policy() -> [PolicySetting] {
    var settings: [PolicySetting] = []
    for _ in 0..<number() {
      let key = PolicyKey.named(text())
      let value = Double(bitPattern: UInt64(bitPattern: number()))
      if let key { settings.append(PolicySetting(key, value)) }
    }
    return settings
  }

  mutating func header() -> Header {
    let header = Header()
    header.app = text()
    header.appVersion = text()
    header.os = text()
    header.osVersion = text()
    header.device = text()
    header.sdk = text()
    header.sdkVersion = text()
    header.timezone = text()
    header.install = text()
    header.build = Word(rawValue: UInt8(truncatingIfNeeded: number())) ?? .absent
    header.utcOffsetMinutes = number()
    header.launchCount = optional()
    header.multiScene = truth()
    header.testDevice = truth()
    header.checksums = truth()
    header.captures = optional().map { ClassSet(rawValue: ClassSet.RawValue($0)) }
    header.policy = policy()
    return header
  }
}
