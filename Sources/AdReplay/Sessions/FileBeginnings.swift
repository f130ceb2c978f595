internal import Platform
internal import AdSession

/// The records at the beginnings of files that contain a text.
///
/// Nearly no file does; the others cost an open and a search in what is read anyway soon after.
final class FileBeginnings: @unchecked Sendable {
  /// So many bytes of each file are searched.
  static let searched = 1 << 16
  /// So many files are taken at once.
  private static let chunk = 32

  /// What is known of a record.
  struct Record {
    var input: Int
    var session: String
    var kind: EventKind
  }

  private let paths: [String?]
  private let isKeyed: Bool
  private let mark: [UInt8]
  /// The byte of the text that is looked for first: rarer in a journal than any letter.
  private let anchor: Int
  private let monitor = Monitor()
  // Under the lock.
  private var next = 0
  private var found: [Record] = []

  /// What to look for in which files; nil is left out.
  init(_ paths: [String?], isKeyed: Bool, mark: String) {
    self.paths = paths
    self.isKeyed = isKeyed
    self.mark = Array(mark.utf8)
    anchor = self.mark.firstIndex(of: UInt8(ascii: ".")) ?? 0
  }

  /// The records, in the order of the files.
  func records(jobs: Int) -> [Record] {
    let more = min(jobs, paths.count / Self.chunk) - 1
    let threads = (0..<max(0, more)).compactMap { _ in WorkerThread { self.run() } }
    run()
    for thread in threads { thread.join() }
    return found.sorted { $0.input < $1.input }
  }

  private func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.searched, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let inputs = take()
      if inputs.isEmpty { return }
      for input in inputs {
        let count = read(paths[input], into: buffer)
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if contains(bytes) { add(parsed(bytes, input)) }
      }
    }
  }

  private func take() -> Range<Int> {
    monitor.lock()
    defer { monitor.unlock() }
    let start = next
    next = min(paths.count, start + Self.chunk)
    return start..<next
  }

  private func add(_ records: [Record]) {
    monitor.lock()
    found += records
    monitor.unlock()
  }

  /// How many bytes could be read; 0 of what is no journal.
  private func read(_ path: String?, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let path, let start = buffer.baseAddress, let source = try? ByteSource(path: path)
    else { return 0 }
    var count = 0
    while count < buffer.count {
      let read = source.read(into: start + count, buffer.count - count)
      if read == 0 { break }
      count += read
    }
    return count
  }

  private func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    mark.withUnsafeBufferPointer { mark in
      var place = anchor
      while let found = System.place(of: mark[anchor], in: bytes, from: place) {
        // Of those that stand before another byte nearly none is the text's.
        let isNext = found + 1 < bytes.count && bytes[found + 1] == mark[anchor + 1]
        if isNext, bytes[(found - anchor)...].starts(with: mark) { return true }
        place = found + 1
      }
      return false
    }
  }

  private func parsed(_ bytes: UnsafeRawBufferPointer, _ input: Int) -> [Record] {
    let block = ParsedBlock(capacity: Self.searched)
    if let start = bytes.baseAddress {
      block.buffer.copyMemory(from: start, byteCount: bytes.count)
    }
    block.count = bytes.count
    var parser = BlockParser(isKeyed: isKeyed)
    parser.parse(block)
    return (0..<block.lineCount).compactMap { index in
      let line = block.lines[index]
      guard line.status == .record else { return nil }
      return Record(
        input: input, session: block.text(line.session).string, kind: line.event.kind)
    }
  }
}
