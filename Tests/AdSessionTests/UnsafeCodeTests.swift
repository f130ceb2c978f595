import Testing

/// Which sources may use unsafe pointers, and free memory themselves.
///
/// Everything else uses the small types that wrap them, and that free their memory at their end.
@Suite struct `Unsafe pointers` {
  /// Folders and files of `Sources`, each with the reason.
  static let allowed: [(path: String, reason: String)] = [
    ("Platform/", "calls the C library"),
    ("JSONLines/", "reads bytes where they lie"),
    ("JournalFormat/Hashing/", "hashes bytes where they lie"),
    ("AdReplay/Parsing/Canonical/", "parses the canonical layout, where most of the time goes"),
    ("AdRecording/Queue/", "hands records to the writer's thread without a lock"),
    ("AdTesting/Tasks/", "replaces functions of the concurrency runtime"),
    ("AdJournalC/Functions.swift", "copies texts of callers in other languages"),
    ("AppJournal/Forwarding/ThisThread.swift", "calls delegates on the thread of an SDK"),
    ("AdRecording/API/TypedEvent.swift", "keeps the fields of an event without an allocation"),
    ("AdRecording/API/ResponseSalt.swift", "hashes ids where they lie"),
    ("AdAudit/ByteBuilder.swift", "fills an array of a known size"),
    ("AdVocabulary/Storage/", "keeps names and times of events at fixed addresses"),
    ("AdSession/Storage/", "keeps the state at fixed addresses"),
  ]

  @Test func `unsafe pointers appear only in the folders that may use them`() throws {
    let permitted = Self.allowed.map { $0.path }
    let offenders = try Self.users().filter { file in !permitted.contains { file.hasPrefix($0) } }
    #expect(offenders.isEmpty, "unsafe pointers in \(offenders.joined(separator: ", "))")
  }

  private static let operations = [
    "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
    "UnsafeMutableRawBufferPointer", "Unmanaged", "unsafeAddress", "unsafeMutableAddress",
    "withUnsafe", "unsafeBitCast", ".pointee", "unsafelyUnwrapped", "unsafeUninitializedCapacity",
    "deallocate(",
  ]

  /// The files of `Sources` whose code names an unsafe operation, by their path below `Sources`.
  private static func users() throws -> [String] {
    try SourceTree.swift(in: "Sources").filter { file in
      let code = file.code
      return operations.contains { code.contains($0) }
    }.map { String($0.path.dropFirst("Sources/".count)) }
  }
}
