internal import AdSession

/// A whole session in few bytes, exactly as it was read: for sessions of streams that may have to be
/// judged again when all others are known.
package enum SessionArchive {
  /// The bytes of a session; nil where it is not whole, or something was found in its bytes.
  package static func bytes(of reading: SessionReading) -> [UInt8]? {
    let trace = reading.trace
    guard let header = trace.header, trace.gaps.isEmpty, trace.reusedNames.isEmpty,
      !trace.hasBadSeal, reading.damage.isEmpty, reading.notes.isEmpty
    else { return nil }
    var writer = ArchiveWriter()
    writer.text(trace.id)
    writer.text(reading.path)
    writer.number(Int64(reading.ordinal))
    writer.text(trace.end.rawValue)
    writer.header(header)
    writer.number(Int64(trace.policyChanges.count))
    for (index, settings) in trace.policyChanges.sorted(by: { $0.key < $1.key }) {
      writer.number(Int64(index))
      writer.policy(settings)
    }
    let stored = trace.events.map { StoredRecord(event: $0, hash: 0, mark: 0) }
    let packed = stored.withUnsafeBufferPointer { PackedRecords($0, trace.symbols) }
    return writer.bytes + packed.serialized
  }

  /// The session of bytes that ``bytes(of:)`` made.
  package static func reading(of bytes: [UInt8]) -> SessionReading {
    var reader = ArchiveReader(bytes: bytes)
    let trace = Trace()
    trace.id = reader.text()
    let path = reader.text()
    let ordinal = Int(reader.number())
    trace.end = Trace.End(rawValue: reader.text()) ?? .cut
    trace.header = reader.header()
    for _ in 0..<reader.number() {
      let index = Int(reader.number())
      trace.policyChanges[index] = reader.policy()
    }
    PackedRecords(serialized: bytes[reader.place...]).unpack {
      trace.events.append($0.event)
    } text: {
      _ = trace.symbols.intern($0)
    }
    return SessionReading(trace: trace, path: path, ordinal: ordinal)
  }
}

/// Puts values one behind the other; ``ArchiveReader`` takes them out in the same order.
private struct ArchiveWriter {
  var bytes: [UInt8] = []

  mutating func number(_ value: Int64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ value: String) {
    number(Int64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
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

  mutating func header(_ header: Header) {
    let texts = [
      header.app, header.appVersion, header.os, header.osVersion, header.device, header.sdk,
      header.sdkVersion, header.timezone, header.install,
    ]
    for value in texts { text(value) }
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

private struct ArchiveReader {
  let bytes: [UInt8]
  var place = 0

  mutating func number() -> Int64 {
    defer { place += 8 }
    return bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Int64.self))
    }
  }

  mutating func text() -> String {
    let count = Int(number())
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
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
