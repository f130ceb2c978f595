internal import AdJournalCHeader
internal import AdRecording

// The functions of adjournal.h. This file alone handles memory of the caller.

/// Opens a session; see `adjournal.h`.
@_cdecl("adjournal_open")
public func adjournal_open(_ configuration: UnsafePointer<CChar>?, _ length: Int) -> Int64 {
  call { () throws(CallFailure) in
    guard let bytes = bytes(configuration, length) else {
      throw .invalid("the configuration is NULL; expected a JSON object")
    }
    return try CallerSessions.all.open(try SessionConfiguration(bytes))
  }
}

/// Records one event; see `adjournal.h`.
@_cdecl("adjournal_record")
public func adjournal_record(
  _ session: Int64, _ line: UnsafePointer<CChar>?, _ length: Int
) -> Int64 {
  let result = call { () throws(CallFailure) in
    let session = try CallerSessions.all.session(session)
    // A line that is too long is refused before it is copied.
    return try session.record(length > CallerSession.longestLine ? nil : bytes(line, length))
  }
  if result == Int64(ADJOURNAL_BUSY) { adjournal_refuse(session) }
  return result
}

/// Writes all records so far; see `adjournal.h`.
@_cdecl("adjournal_flush")
public func adjournal_flush(_ session: Int64) -> Int64 {
  call { () throws(CallFailure) in try CallerSessions.all.session(session).flush() }
}

/// Writes the session to one file; see `adjournal.h`.
@_cdecl("adjournal_export")
public func adjournal_export(
  _ session: Int64, _ path: UnsafePointer<CChar>?, _ length: Int
) -> Int64 {
  call { () throws(CallFailure) in
    let session = try CallerSessions.all.session(session)
    let bytes = bytes(path, length) ?? []
    guard let path = String(validating: bytes, as: UTF8.self), !path.isEmpty,
      !bytes.contains(0)
    else { throw .invalid("the path is NULL, empty or not UTF-8, or contains NUL") }
    return try session.export(to: path)
  }
}

/// Audits the session so far; see `adjournal.h`.
@_cdecl("adjournal_verdicts")
public func adjournal_verdicts(
  _ session: Int64, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int64 {
  call { () throws(CallFailure) in
    let session = try CallerSessions.all.session(session)
    guard buffer != nil || capacity == 0 else {
      throw .invalid("the buffer is NULL, but its capacity is not 0")
    }
    let capacity = capacity < 0 ? Int.max : capacity
    return Int64(
      try session.takeVerdicts(atMost: capacity) { text in
        guard let buffer else { return }
        UnsafeMutableRawBufferPointer(start: buffer, count: text.count).copyBytes(from: text)
      })
  }
}

/// Ends a session; see `adjournal.h`.
@_cdecl("adjournal_close")
public func adjournal_close(_ session: Int64) -> Int64 {
  call { () throws(CallFailure) in try CallerSessions.all.close(session) }
}

/// Runs a call, unless this thread is inside another one, and keeps the reason of its failure.
private func call(_ body: () throws(CallFailure) -> Int64) -> Int64 {
  guard adjournal_enter() else { return Int64(ADJOURNAL_BUSY) }
  defer { adjournal_leave() }
  do throws(CallFailure) {
    return try body()
  } catch {
    var reason = error.reason
    reason.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { adjournal_fail($0.baseAddress, $0.count) }
    }
    return error.status
  }
}

/// A copy of bytes of the caller; nil for NULL, and for a length above that of any memory.
private func bytes(_ start: UnsafePointer<CChar>?, _ length: Int) -> [UInt8]? {
  guard let start, length >= 0 else { return nil }
  return Array(UnsafeRawBufferPointer(start: start, count: length))
}
