internal import AdReplay
internal import AdSession
internal import JSONLines
internal import Platform

/// The sessions at the beginnings of the files that contain a text.
///
/// Hardly any file does. The others cost an open and a search in bytes that are read again soon
/// after. The memory depends on the sessions that are found, not on the files.
struct FileBeginnings {
  /// The number of files that a thread takes at once.
  private static let chunk = 32

  /// Whether a record counts, with the name of its session; called on any thread.
  typealias Condition = @Sendable (ParsedLine, TextRef) -> Bool

  private let list: InputList
  private let isKeyed: Bool
  private let mark: [UInt8]
  /// The index of the byte of the text that is searched first: rarer in a journal than any letter.
  private let anchor: Int

  /// Searches the regular files for a text.
  init(_ list: InputList, isKeyed: Bool, mark: String) {
    self.list = list
    self.isKeyed = isKeyed
    self.mark = Array(mark.utf8)
    anchor = self.mark.firstIndex(of: UInt8(ascii: ".")) ?? 0
  }

  /// The last file of each session with a record that counts, as an index.
  func lastInputs(jobs: Int, where counts: @escaping Condition) -> [String: Int] {
    let found = Lock<[String: Int]>([:])
    let chunks = (list.count + Self.chunk - 1) / Self.chunk
    parallelForEach(below: chunks, jobs: jobs) { chunk in
      let block = ParsedBlock(capacity: SegmentPlan.searched)
      for input in chunk * Self.chunk..<min(list.count, (chunk + 1) * Self.chunk) {
        block.clear()
        read(input, into: block)
        guard contains(block.bytes) else { continue }
        let sessions = sessions(of: block, where: counts)
        found.locked { found in
          for session in sessions { found[session] = max(input, found[session] ?? 0) }
        }
      }
    }
    return found.locked { $0 }
  }

  /// Reads the beginning of a file; nothing if it is not a journal.
  private func read(_ input: Int, into block: ParsedBlock) {
    guard list.isRegular(input), let source = try? ByteSource(path: list.paths[input]) else {
      return
    }
    while block.count < SegmentPlan.searched {
      let read = block.fill(atMost: SegmentPlan.searched - block.count) { source.read(into: $0) }
      if read == 0 { return }
    }
  }

  private func contains(_ bytes: ByteView) -> Bool {
    var offset = anchor
    while let found = System.offset(of: mark[anchor], in: bytes.raw, from: offset) {
      // The next byte alone rules out nearly every other occurrence.
      let isNext = found + 1 < bytes.count && bytes[found + 1] == mark[anchor + 1]
      if isNext, bytes[found - anchor..<bytes.count].starts(with: mark) { return true }
      offset = found + 1
    }
    return false
  }

  private func sessions(of block: ParsedBlock, where counts: Condition) -> Set<String> {
    var parser = BlockParser(isKeyed: isKeyed)
    parser.parse(block)
    var sessions: Set<String> = []
    repeat {
      for index in 0..<block.lineCount where block.lines[index].status == .record {
        let session = block.text(block.lines[index].session)
        if counts(block.lines[index], session) { sessions.insert(session.string) }
      }
    } while parser.parseMore(block)
    return sessions
  }
}

extension SegmentPlan {
  /// Searches the beginnings of the regular files on several threads.
  init(_ list: InputList, isKeyed: Bool = false, jobs: Int = 1) {
    guard list.count > 1 else {
      self.init()
      return
    }
    let continued = FileBeginnings(list, isKeyed: isKeyed, mark: "session.continued")
      .lastInputs(jobs: jobs) { line, _ in line.event.kind == .sessionContinued }
    if continued.isEmpty {
      self.init()
      return
    }
    let lastInput = FileBeginnings(list, isKeyed: isKeyed, mark: "\"session\"")
      .lastInputs(jobs: jobs) { line, session in
        // The line before was looked up already.
        !line.sameSession && continued[session.string] != nil
      }
    self.init(lastInput: lastInput)
  }
}
