package import AdSession

/// Events in few bytes, for a part of a session that is read by itself.
package enum EventArchive {
  /// The bytes of some events.
  package static func bytes(of events: some Sequence<Event>) -> [UInt8] {
    var writer = ArchiveWriter()
    Array(events).withUnsafeBufferPointer { writer.records($0, SymbolMemory()) }
    return writer.bytes
  }

  /// The events of bytes that ``bytes(of:)`` made; of many the first ones.
  package static func events(_ bytes: [UInt8], first most: Int = .max) -> [Event] {
    bytes.withUnsafeBytes { PackedRecords.events($0, first: most) }
  }
}

extension ArchiveWriter {
  /// What `session.began` says; a zero where it is lost.
  package mutating func headerOrNone(_ header: Header?) {
    number(header == nil ? 0 : 1)
    if let header { self.header(header) }
  }

  /// Thresholds.
  package mutating func settings(_ settings: [PolicySetting]) { policy(settings) }
}

extension ArchiveReader {
  /// What ``ArchiveWriter/headerOrNone(_:)`` wrote.
  package mutating func headerOrNone() -> Header? { number() == 0 ? nil : header() }

  /// What ``ArchiveWriter/settings(_:)`` wrote.
  package mutating func settings() -> [PolicySetting] { policy() }
}
