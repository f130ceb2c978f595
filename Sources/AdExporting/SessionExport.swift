public import AdRecording
public import Platform
internal import AdSession
internal import JournalFormat

extension SessionRecorder {
  /// Writes the journals of the recorder's folder to one file, for a share sheet or a mail.
  ///
  /// The file is complete or does not exist: it is written under another name and renamed. The
  /// journals stay as they are, and recording goes on. A thread of its own does all work.
  ///
  /// - Parameters:
  ///   - options: The sessions, the compression and the redaction.
  ///   - folder: An existing folder, which is not the folder of the journals; nil for the temporary
  ///     folder of the system. Delete the file when it has been shared.
  ///   - system: The clocks and files; replaced in tests.
  /// - Returns: The path, named after the app, the local time at which the session began, and the
  ///   session: `com.example.app-2026-11-28-1024-03c8be51.jsonl.gz`. A redacted file is called
  ///   `redacted-`, with eight random digits.
  /// - Throws: ``ExportFailure``.
  @_alwaysEmitIntoClient
  public func export(
    _ options: ExportOptions = ExportOptions(), to folder: String? = nil,
    system: SystemCalls = .live
  ) async throws(ExportFailure) -> ExportedJournal {
    try await withCheckedContinuation { continuation in
      export(options, to: folder, system: system) { continuation.resume(returning: $0) }
    }.get()
  }

  // A program that calls no asynchronous function does not link the runtime of Swift concurrency.
  @usableFromInline
  func export(
    _ options: ExportOptions, to folder: String?, system: SystemCalls,
    _ answer: @escaping @Sendable (Result<ExportedJournal, ExportFailure>) -> Void
  ) {
    let isStarted = system.startThread {
      let folder = folder ?? TemporaryFile.folder
      let separator = folder.hasSuffix("/") ? "" : "/"
      let path = folder + separator + ExportName.of(self, options)
      answer(
        Result { () throws(ExportFailure) in
          try self.exportAndWait(options, to: path, system: system)
        })
    }
    if !isStarted { answer(.failure(ExportFailure(.thread, path: self.folder))) }
  }

  /// Writes the journals to a file as ``export(_:to:system:)`` does, and blocks the thread.
  ///
  /// Never call it on the main thread of an app. A file at the path is replaced.
  ///
  /// - Parameter path: The path of the file; its folder exists and is not that of the journals.
  /// - Throws: ``ExportFailure``.
  public func exportAndWait(
    _ options: ExportOptions = ExportOptions(), to path: String, system: SystemCalls = .live
  ) throws(ExportFailure) -> ExportedJournal {
    if let note = note(options) { record(.note(text: note)) }
    let degradation = recorder.flushAndWait().degradation
    let export = FolderExport(
      system: system, folder: folder, current: session, options: options)
    var exported = try export.write(to: path)
    // The session's own end is no reason that a record is missing.
    exported.degradation = degradation?.cause == .closed ? nil : degradation
    return exported
  }

  private func note(_ options: ExportOptions) -> String? {
    let space = options.notesFreeSpace ? FreeSpace.bytes(path: folder) : nil
    let parts = [options.note, space.map { "exported with \($0 >> 20) MiB free" }]
    let text = parts.compactMap { $0 }.joined(separator: "; ")
    return text.isEmpty ? nil : text
  }
}

/// The names of exported files.
enum ExportName {
  static func of(_ session: SessionRecorder, _ options: ExportOptions) -> String {
    let end = options.compresses ? ".jsonl.gz" : ".jsonl"
    if options.redaction != nil { return "redacted-\(digits())\(end)" }
    let facts = session.facts
    let moment = session.moment
    let start = (moment.wall - moment.sinceStart) / 1_000_000
    let id = session.session.prefix(8)
    return "\(app(facts.app))-\(time(start, offset: facts.utcOffsetMinutes))-\(id)\(end)"
  }

  /// The name of an app as a part of a file's name: at most 64 characters.
  static func app(_ name: String) -> String {
    let kept = name.utf8.prefix(64).map { SessionName.allows($0) ? $0 : UInt8(ascii: "-") }
    let text = String(decoding: kept, as: UTF8.self)
    return text.hasPrefix(".") || text.isEmpty ? "app\(text)" : text
  }

  /// Local time to the minute: `2026-11-28-1024`.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970.
  static func time(_ milliseconds: Int64, offset: Int) -> String {
    let text = WallClock.text(milliseconds + WallClock.offset(Int64(offset)))
    return text.prefix(10) + "-" + text.dropFirst(11).prefix(2) + text.dropFirst(14).prefix(2)
  }

  /// Eight random digits.
  static func digits() -> String {
    let text = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
