internal import Musl

/// The error of the last system call that failed, under its name in C.
var errno: Int32 { page_errno() }

/// The engine of the files that were audited last.
nonisolated(unsafe) private var engine = PageEngine(settings: PageSettings())

/// The files of the table, in their order.
private var paths: [String] {
  (0..<page_file_count()).map { String(cString: page_file_name($0)) }
}

/// Replaces packed lines, in which a report has its journals, by the journals.
private func unpack() {
  for index in 0..<page_file_count() {
    var count = 0
    let packed = ByteView(start: page_file_text(index, &count), count: count)
    guard let text = PackedLines.unpacked(packed, most: mostText) else { continue }
    let (name, isTorn) = (page_file_name(index), page_file_is_torn(index))
    var length = 0
    while name[length] != 0 { length += 1 }
    // The name is that of the file that this replaces.
    let copy = String(cString: name)
    let memory = copy.withCString {
      isTorn == 0 ? page_file($0, length, text.count) : page_archive($0, length, text.count, isTorn)
    }
    text.withUnsafeBytes { bytes in
      if let memory, let start = bytes.baseAddress {
        memory.copyMemory(from: start, byteCount: bytes.count)
      }
    }
  }
}

/// The maximum size of an unpacked journal in bytes, as that of all journals in `worker.js`.
private var mostText: Int { 512 << 20 }

/// Audits all files of the table, in their order, and keeps their sessions for `page_answer`.
///
/// `settings` is the address of a JSON object of `length` bytes (see `PageSettings`), or 0.
/// Meanwhile it reports the bytes that it read, and answers to the question `fleet` about the
/// sessions so far: the first one after ``firstAnswer`` milliseconds, each further one after twice
/// the time.
@_expose(wasm, "page_audit")
@_cdecl("page_audit")
public func audit(_ settings: UnsafeRawPointer?, _ length: Int) {
  unpack()
  reportProgress()
  let bytes = ByteView(start: settings, count: settings == nil ? 0 : length)
  let engine = PageEngine(settings: bytes.isEmpty ? PageSettings() : PageSettings(bytes))
  var next = page_now() + firstAnswer
  let start = page_now()
  engine.audit(paths) { _ in
    let now = page_now()
    if now < next { return }
    let answer = answer(engine, "{\"ask\":\"fleet\"}")
    answer.withUnsafeBytes { if let start = $0.baseAddress { page_emit(start, $0.count) } }
    next = start + 2 * (page_now() - start)
  }
  AdjournalPage.engine = engine
}

/// The bytes that an audit has read so far.
nonisolated(unsafe) private var readBytes = 0.0

private func reportProgress() {
  readBytes = 0
  System.onRead = {
    readBytes += Double($0)
    page_progress(readBytes)
  }
}

/// Milliseconds until the first answer during an audit.
private var firstAnswer: Double { 150 }

/// Answers a question of `length` bytes: returns the address of the address and the length of the
/// answer, which JavaScript frees with `page_free`; nil if there is not enough memory.
@_expose(wasm, "page_answer")
@_cdecl("page_answer")
public func answer(_ question: UnsafeRawPointer, _ length: Int) -> UnsafeMutableRawPointer? {
  handedOver(engine.answer(ByteView(start: question, count: length)))
}

private func answer(_ engine: PageEngine, _ question: String) -> [UInt8] {
  let bytes = Array(question.utf8)
  return ByteView.with(bytes) { engine.answer($0) }
}

/// Audits all files of the table, in their order, by all rules.
///
/// Returns the address of the address and the length of the text of
/// `adjournal audit --format json`, which JavaScript frees with `page_free`; nil if there is not
/// enough memory.
@_expose(wasm, "page_audit_json")
@_cdecl("page_audit_json")
public func auditJSON() -> UnsafeMutableRawPointer? {
  reportProgress()
  return handedOver(PageEngine.auditJSON(paths))
}

/// A copy of a text outside of any array, behind its address and its length.
private func handedOver(_ text: [UInt8]) -> UnsafeMutableRawPointer? {
  let head = 2 * MemoryLayout<Int>.size
  guard let memory = malloc(head + text.count) else { return nil }
  memory.storeBytes(of: Int(bitPattern: memory + head), as: Int.self)
  memory.storeBytes(of: text.count, toByteOffset: MemoryLayout<Int>.size, as: Int.self)
  text.withUnsafeBytes { bytes in
    if let start = bytes.baseAddress {
      (memory + head).copyMemory(from: start, byteCount: bytes.count)
    }
  }
  return memory
}
