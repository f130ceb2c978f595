internal import AdSession

/// Appends values to bytes; ``ArchiveReader`` returns them in the same order.
struct ArchiveWriter {
  /// All values so far.
  private(set) var bytes: [UInt8] = []

  /// Makes a writer with room for `capacity` bytes.
  init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  /// Appends a number in eight bytes, the lowest first.
  mutating func number(_ value: Int64) {
    var rest = UInt64(bitPattern: value)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func text(_ value: String) {
    number(Int64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Appends bytes without their number, for the end of an archive.
  mutating func raw(_ value: [UInt8]) { bytes.append(contentsOf: value) }

  /// Appends the number of bytes, then the bytes.
  mutating func bytes(_ value: [UInt8]) {
    number(Int64(value.count))
    raw(value)
  }

  mutating func optional(_ value: Int64?) {
    bytes.append(value == nil ? 0 : 1)
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

  // All properties at once: each access to a property of an object checks for exclusive access.
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
    optional(header.seals)
    optional(header.captures.map { Int64($0.rawValue) })
    policy(header.policy)
  }
}

/// Returns the values that an ``ArchiveWriter`` appended; it trusts the bytes.
struct ArchiveReader {
  private let bytes: [UInt8]
  /// The offset of the next value.
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func number() -> Int64 {
    var value: UInt64 = 0
    for byte in 0..<8 { value |= UInt64(bytes[offset + byte]) << UInt64(byte * 8) }
    offset += 8
    return Int64(bitPattern: value)
  }

  mutating func text() -> String {
    let count = Int(number())
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  /// The bytes that were appended with their number.
  mutating func takeBytes() -> [UInt8] {
    let count = Int(number())
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// The bytes behind all values so far.
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  mutating func optional() -> Int64? {
    offset += 1
    return bytes[offset - 1] == 0 ? nil : number()
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
    header.seals = truth()
    header.captures = optional().map { ClassSet(rawValue: ClassSet.RawValue($0)) }
    header.policy = policy()
    return header
  }
}
