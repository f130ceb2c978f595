internal import AdExporting
internal import AdJournalCHeader
internal import AdRecording
internal import AdSession
internal import JSONLines
internal import Platform

/// A session that is open for callers in other languages.
final class CallerSession: Sendable {
  /// The greatest number of bytes of a line; the parser refuses longer ones without reading them.
  static let longestLine = Limits.lineBytes

  private struct State {
    /// The number of the session; 0 until it is known.
    var number: Int64 = 0
    /// Parsers that no thread uses at present.
    var readers: [EventLine.Reader] = []
    var hasEnded = false
    /// Verdicts that did not fit into the memory of the caller.
    var verdicts: [UInt8]?
  }

  private let recorder: SessionRecorder
  private let folder: String
  private let app: NativeApp
  private let state = Lock(State())

  init(_ configuration: SessionConfiguration) {
    folder = configuration.folder
    recorder = SessionRecorder(folder: folder, facts: configuration.facts) {
      configuration.apply(to: &$0)
    }
    app = NativeApp(recorder)
  }

  /// Sets the number by which callers know the session.
  func begin(_ number: Int64) { state.locked { $0.number = number } }

  /// Records the event of a line; returns its `seq`.
  ///
  /// - Parameter line: The bytes; nil if they are missing or too long.
  func record(_ line: [UInt8]?) throws(CallFailure) -> Int64 {
    let found = state.locked { state -> EventLine.Reader?? in
      state.hasEnded ? nil : .some(state.readers.popLast())
    }
    guard let found else { throw .ended }
    countRefused()
    var reader = found ?? EventLine.Reader()
    defer { state.locked { $0.readers.append(reader) } }
    let event: EventLine
    do throws(EventLine.Fault) {
      event = try self.event(of: line, &reader)
    } catch {
      guard recorder.countMalformed(1) else { throw .ended }
      throw .malformed(error.description)
    }
    return try record(event)
  }

  private func event(
    of line: [UInt8]?, _ reader: inout EventLine.Reader
  ) throws(EventLine.Fault) -> EventLine {
    guard let line else {
      throw EventLine.Fault("the line is NULL, or longer than \(Self.longestLine) bytes")
    }
    let event = try reader.event(line)
    guard event.kind != .sessionBegan else {
      throw EventLine.Fault("`session.began` was recorded by adjournal_open")
    }
    return event
  }

  private func record(_ event: EventLine) throws(CallFailure) -> Int64 {
    let isLast = event.kind == .sessionEnded
    if isLast, !end() { throw .ended }
    let seq = recorder.record(event)
    if seq > 0 { return seq }
    // The end of the app ends a session, too.
    guard recorder.countMalformed(0) else { throw .ended }
    // Without its last record, the session has not ended.
    if isLast { state.locked { $0.hasEnded = false } }
    throw .dropped
  }

  /// Refuses further lines; returns false if the session had ended before.
  private func end() -> Bool {
    state.locked { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
  }

  /// Counts the lines that were refused inside another call.
  private func countRefused() {
    let number = state.locked { $0.number }
    if number == 0 { return }
    let refused = adjournal_take_refused(number)
    if refused > 0 { _ = recorder.countMalformed(refused) }
  }

  /// Writes all records so far; returns the `seq` up to which all are safe.
  func flush() throws(CallFailure) -> Int64 {
    countRefused()
    let acknowledgement = recorder.reportGapsAndWait()
    if let degradation = acknowledgement.degradation { throw .file(degradation.description) }
    return acknowledgement.through
  }

  /// Writes the journals of the folder's last days to a file; returns its number of bytes.
  func export(to path: String) throws(CallFailure) -> Int64 {
    _ = try flush()
    var options = ExportOptions()
    options.compresses = path.hasSuffix(".gz")
    options.notesFreeSpace = false
    do throws(ExportFailure) {
      return try recorder.exportAndWait(options, to: path).bytes
    } catch {
      throw .file(error.description)
    }
  }

  /// Passes the verdicts so far to a closure if they fit; else keeps them for the next call.
  ///
  /// - Returns: Their number of bytes.
  func takeVerdicts(
    atMost capacity: Int, _ write: ([UInt8]) -> Void
  ) throws(CallFailure) -> Int {
    let kept = state.locked { state in
      defer { state.verdicts = nil }
      return state.verdicts
    }
    let text = if let kept { kept } else { try verdicts() }
    if text.count <= capacity { write(text) } else { state.locked { $0.verdicts = text } }
    return text.count
  }

  private func verdicts() throws(CallFailure) -> [UInt8] {
    _ = try flush()
    return try SessionFiles(folder, session: recorder.session).verdicts()
  }

  /// Ends the session; returns the number of its events that are not records.
  func close() throws(CallFailure) -> Int64 {
    app.end()
    countRefused()
    _ = end()
    let acknowledgement = recorder.endAndWait()
    if let degradation = acknowledgement.degradation { throw .file(degradation.description) }
    return acknowledgement.lost
  }
}
