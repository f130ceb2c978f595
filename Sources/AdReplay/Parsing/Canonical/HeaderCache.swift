internal import AdSession
internal import JSONLines

/// The texts of earlier headers; headers of one app and one device have most texts in common.
struct HeaderCache {
  /// The header being read; each text is that of the last header that had it.
  var parts = Header.Parts()
  /// The lists of classes.
  var captures = CapturesCache()
  /// The fields whose texts this header has, as bits, and those whose texts `parts` has.
  private var stated: UInt64 = 0
  private var filled: UInt64 = 0

  /// A text with its quote, in words of eight bytes, and their significant bits.
  private struct Text {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var mask: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// The number of bytes; 0 for no text.
    var count = 0

    init() {}

    /// The text at an address, of at most ``HeaderCache/longest`` bytes.
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      self.count = count
      mask = (
        CanonicalNames.lowBytes(count), CanonicalNames.lowBytes(count - 8),
        CanonicalNames.lowBytes(count - 16),
        CanonicalNames.lowBytes(count - 24)
      )
      bytes = (
        SWAR.load(start) & mask.0, SWAR.load(start + 8) & mask.1,
        SWAR.load(start + 16) & mask.2, SWAR.load(start + 24) & mask.3
      )
    }

    /// Whether the text is at an address.
    @inline(__always)
    func matches(at address: UnsafePointer<UInt8>) -> Bool {
      let first = (SWAR.load(address) ^ bytes.0) & mask.0
      let second = (SWAR.load(address + 8) ^ bytes.1) & mask.1
      let third = (SWAR.load(address + 16) ^ bytes.2) & mask.2
      let fourth = (SWAR.load(address + 24) ^ bytes.3) & mask.3
      return first | second | third | fourth == 0
    }
  }

  /// The text that `parts` has for each field.
  private let last: UnsafeMutablePointer<Text>
  /// Texts and their strings by hash.
  private let texts: UnsafeMutablePointer<Text>
  private let strings: UnsafeMutablePointer<String>
  private static let slots = 64
  /// The maximum number of bytes of a text with its quote.
  private static let longest = 32

  init() {
    last = .allocate(capacity: FieldTable.width)
    last.initialize(repeating: Text(), count: FieldTable.width)
    texts = .allocate(capacity: Self.slots)
    texts.initialize(repeating: Text(), count: Self.slots)
    strings = .allocate(capacity: Self.slots)
    strings.initialize(repeating: "", count: Self.slots)
  }

  /// Frees the memory; the cache must not be used again.
  func deallocate() {
    last.deallocate()
    texts.deallocate()
    strings.deinitialize(count: Self.slots)
    strings.deallocate()
    captures.deallocate()
  }

  /// Begins a header.
  mutating func begin() {
    stated = 0
    parts.build = .absent
    parts.utcOffsetMinutes = 0
    parts.launchCount = nil
    parts.multiScene = nil
    parts.testDevice = nil
    parts.checksums = nil
    parts.captures = nil
    if !parts.policy.isEmpty { parts.policy = [] }
  }

  /// The header of a valid line.
  mutating func end() -> Header {
    var absent = filled & ~stated
    while absent != 0 {
      if let name = FieldName(rawValue: UInt8(absent.trailingZeroBitCount)) { set(name, "") }
      absent &= absent &- 1
    }
    filled = stated
    return Header(&parts)
  }

  /// Stores a plain text and returns the address after its quote; `nil` for any other text.
  mutating func textEnd(
    _ start: UnsafePointer<UInt8>, _ name: FieldName
  ) -> UnsafePointer<UInt8>? {
    let bit: UInt64 = 1 &<< UInt64(name.rawValue)
    let text = last + Int(name.rawValue)
    if filled & bit == 0 || text.pointee.count == 0 || !text.pointee.matches(at: start) {
      guard let count = CanonicalCursor(start: start).text() else { return nil }
      text.pointee = count < Self.longest ? Text(start, count + 1) : Text()
      set(name, count < Self.longest ? string(start, text.pointee) : Self.string(start, count))
      filled |= bit
      stated |= bit
      return start + (count + 1)
    }
    stated |= bit
    return start + text.pointee.count
  }

  /// A text as a string, which is reused if the cache contains it.
  private func string(_ start: UnsafePointer<UInt8>, _ text: Text) -> String {
    let bytes = text.bytes
    let mixed = (bytes.0 ^ bytes.1 &* 3 ^ bytes.2 &* 5) &* 0xD6E8_FEB8_6659_FD93
    let slot = Int(truncatingIfNeeded: mixed &>> 58)
    if texts[slot].count != text.count || texts[slot].bytes != bytes {
      texts[slot] = text
      strings[slot] = Self.string(start, text.count - 1)
    }
    return strings[slot]
  }

  private static func string(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private mutating func set(_ name: FieldName, _ text: String) {
    switch name {
    case .app: parts.app = text
    case .appVersion: parts.appVersion = text
    case .os: parts.os = text
    case .osVersion: parts.osVersion = text
    case .device: parts.device = text
    case .sdk: parts.sdk = text
    case .sdkVersion: parts.sdkVersion = text
    case .install: parts.install = text
    case .timezone: parts.timezone = text
    default: break
    }
  }
}
