package import AdReplay
package import AdSession
internal import Platform

/// A session in few bytes, while it waits: for the shows of its install, or to be looked at.
///
/// What an audit does not report, as how it is sealed, is left out.
package enum SessionArchive {
  /// The bytes of a session.
  package static func bytes(of reading: borrowing SessionReading) -> [UInt8] {
    let trace = reading.trace
    var bytes = ByteWriter(reserving: 1024 + trace.events.count * 24)
    bytes.text(trace.id)
    bytes.text(reading.path)
    bytes.number(reading.ordinal)
    bytes.values(reading.files) {
      $0.number($1.event)
      $0.optional($1.path) { $0.text($1) }
    }
    Findings(damage: reading.damage, notes: reading.notes).append(to: &bytes)
    bytes.text(trace.end.rawValue)
    bytes.truth(trace.hasBadSeal)
    bytes.values(trace.gaps) {
      $0.number($1.position)
      $0.optional($1.dropped) { $0.number($1) }
    }
    bytes.values(trace.reusedNames.sorted { $0.id < $1.id }) { $0.number($1.id) }
    bytes.values(trace.policyChanges.sorted { $0.key < $1.key }) {
      $0.number($1.key)
      $0.policy($1.value)
    }
    bytes.values(trace.freeTexts) {
      $0.number($1.event)
      $0.byte($1.field.rawValue)
      $0.number($1.text.id)
    }
    bytes.optional(trace.header) { $0.header($1.parts) }
    return bytes.bytes
      + trace.symbols.withMemory { PackedRecords(trace.events, $0).serialized }
  }

  /// The session of bytes that ``bytes(of:)`` returned; nil where bytes are missing.
  ///
  /// Its trace is `trace`, which is empty, so that its memory can be used again.
  package static func reading(of bytes: [UInt8], trace: Trace = Trace()) -> SessionReading? {
    var bytes = ByteReader(bytes)
    guard let id = bytes.text(), let path = bytes.text(), let ordinal = bytes.count(),
      let files = bytes.values(file), let findings = Findings(&bytes)
    else { return nil }
    var reading = SessionReading(trace: trace, path: path, ordinal: ordinal)
    trace.id = id
    reading.files = files
    (reading.damage, reading.notes) = (findings.damage, findings.notes)
    return read(&bytes, to: trace) ? reading : nil
  }

  private static func file(_ bytes: inout ByteReader) -> SessionReading.FileStart? {
    guard let event = bytes.count(), let path = bytes.optional({ $0.text() }) else { return nil }
    return SessionReading.FileStart(event: event, path: path)
  }

  private static func read(_ bytes: inout ByteReader, to trace: Trace) -> Bool {
    guard let end = bytes.text().flatMap(Trace.End.init), let hasBadSeal = bytes.truth(),
      let gaps = bytes.values({ $0.gap() }), let reused = bytes.values({ $0.number() }),
      let changes = bytes.values({ $0.policyChange() }),
      let texts = bytes.values({ $0.freeText() }),
      let header = bytes.optional({ $0.header() })
    else { return false }
    trace.end = end
    trace.hasBadSeal = hasBadSeal
    trace.gaps = gaps
    trace.reusedNames = Set(reused.map { Symbol(id: UInt32(truncatingIfNeeded: $0)) })
    for change in changes { trace.policyChanges[change.index] = change.settings }
    trace.freeTexts = texts
    trace.header = header
    PackedRecords(serialized: bytes.rest).unpack(to: trace)
    return true
  }
}

extension ByteWriter {
  fileprivate mutating func truth(_ value: Bool) { byte(value ? 1 : 0) }

  fileprivate mutating func policy(_ settings: [PolicySetting]) {
    values(settings) {
      $0.byte($1.key.rawValue)
      $0.number($1.value.bitPattern)
    }
  }

  fileprivate mutating func header(_ header: Header.Parts) {
    for value in [
      header.app, header.appVersion, header.os, header.osVersion, header.device, header.sdk,
      header.sdkVersion, header.timezone, header.install,
    ] {
      text(value)
    }
    byte(header.build.rawValue)
    byte(header.clock.rawValue)
    number(header.utcOffsetMinutes)
    optional(header.launchCount) { $0.number($1) }
    for value in [header.multiScene, header.testDevice, header.checksums, header.seals] {
      optional(value) { $0.truth($1) }
    }
    optional(header.captures) { $0.number($1.rawValue) }
    policy(header.policy)
  }
}

extension ByteReader {
  fileprivate mutating func truth() -> Bool? { byte().map { $0 == 1 } }

  fileprivate mutating func gap() -> Gap? {
    guard let position = count(), let dropped = optional({ $0.number() }) else { return nil }
    return Gap(position: position, dropped: dropped)
  }

  fileprivate mutating func policy() -> [PolicySetting]? {
    values {
      guard let key = $0.byte().flatMap(PolicyKey.init), let bits = $0.number() else { return nil }
      return PolicySetting(key, Double(bitPattern: UInt64(bitPattern: bits)))
    }
  }

  fileprivate mutating func policyChange() -> (index: Int, settings: [PolicySetting])? {
    guard let index = count(), let settings = policy() else { return nil }
    return (index, settings)
  }

  fileprivate mutating func freeText() -> (event: Int, field: FieldName, text: Symbol)? {
    guard let event = count(), let field = byte().flatMap(FieldName.init), let id = number() else {
      return nil
    }
    return (event, field, Symbol(id: UInt32(truncatingIfNeeded: id)))
  }

  fileprivate mutating func header() -> Header? {
    guard let app = text(), let appVersion = text(), let os = text(), let osVersion = text(),
      let device = text(), let sdk = text(), let sdkVersion = text(), let timezone = text(),
      let install = text(), let build = byte().flatMap(Word.init),
      let clock = byte().flatMap(Word.init), let offset = number(),
      let launchCount = optional({ $0.number() }), let multiScene = optional({ $0.truth() }),
      let testDevice = optional({ $0.truth() }), let checksums = optional({ $0.truth() }),
      let seals = optional({ $0.truth() }),
      let captures = optional({ $0.number() }), let policy = policy()
    else { return nil }
    var parts = Header.Parts()
    (parts.app, parts.appVersion, parts.install) = (app, appVersion, install)
    (parts.os, parts.osVersion, parts.device, parts.timezone) = (os, osVersion, device, timezone)
    (parts.sdk, parts.sdkVersion, parts.build) = (sdk, sdkVersion, build)
    parts.clock = clock
    (parts.utcOffsetMinutes, parts.launchCount) = (offset, launchCount)
    (parts.multiScene, parts.testDevice, parts.checksums) = (multiScene, testDevice, checksums)
    parts.seals = seals
    parts.captures = captures.map { ClassSet(rawValue: ClassSet.RawValue($0)) }
    parts.policy = policy
    return Header(&parts)
  }
}
