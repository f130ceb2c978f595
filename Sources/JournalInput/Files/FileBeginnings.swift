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

  /// Whether a record counts, with the name of its session; nil leaves the session out.
  ///
  /// It is called on any thread.
  typealias Condition = @Sendable (ParsedLine, TextRef) -> Bool?

  /// A file with the text, and its sessions: whether any of their records counts.
  typealias File = (input: Int, sessions: [String: Bool])

  private let list: InputList
  private let isKeyed: Bool
  /// The inputs that are not searched.
  private let skipped: Set<Int>
  private let mark: [UInt8]
  /// The index of the byte of the text that is searched first: rarer in a journal than any letter.
  private let anchor: Int

  /// Searches the regular files for a text, except for some inputs.
  init(_ list: InputList, isKeyed: Bool, mark: String, except skipped: Set<Int> = []) {
    self.list = list
    self.isKeyed = isKeyed
    self.skipped = skipped
    self.mark = Array(mark.utf8)
    anchor = self.mark.firstIndex(of: UInt8(ascii: ".")) ?? 0
  }

  /// The files with the text, in any order.
  func files(jobs: Int, where counts: @escaping Condition) -> [File] {
    let found = Lock<[File]>([])
    let chunks = (list.count + Self.chunk - 1) / Self.chunk
    parallelForEach(below: chunks, jobs: jobs) { chunk in
      let block = ParsedBlock(capacity: SegmentPlan.searched)
      var parser = BlockParser(isKeyed: isKeyed)
      for input in chunk * Self.chunk..<min(list.count, (chunk + 1) * Self.chunk) {
        block.clear()
        read(input, into: block)
        guard contains(block.bytes) else { continue }
        let sessions = sessions(of: block, &parser, where: counts)
        if !sessions.isEmpty { found.locked { $0.append((input, sessions)) } }
      }
    }
    return found.locked { $0 }
  }

  /// Reads the beginning of a file; nothing if it is not a journal.
  private func read(_ input: Int, into block: ParsedBlock) {
    guard list.isRegular(input), !skipped.contains(input),
      let source = try? ByteSource(path: list.paths[input])
    else { return }
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

  private func sessions(
    of block: ParsedBlock, _ parser: inout BlockParser, where counts: Condition
  ) -> [String: Bool] {
    parser.parse(block)
    var sessions: [String: Bool] = [:]
    repeat {
      for index in 0..<block.lineCount where block.lines[index].status == .record {
        let line = block.lines[index]
        let session = block.text(line.session)
        // The line before was looked up already.
        guard let counts = counts(line, session), counts || !line.sameSession else { continue }
        let name = session.string
        sessions[name] = counts || sessions[name] == true
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
    let marked = FileBeginnings(list, isKeyed: isKeyed, mark: "session.continued")
      .files(jobs: jobs) { line, _ in line.event.kind == .sessionContinued }
    let continued = Set(marked.flatMap { $0.sessions.filter { $0.value }.keys })
    if continued.isEmpty {
      self.init()
      return
    }
    // The sessions of the other files: hardly any of them continues anywhere.
    let others = FileBeginnings(
      list, isKeyed: isKeyed, mark: "\"session\"", except: Set(marked.map { $0.input })
    ).files(jobs: jobs) { line, session in
      !line.sameSession && continued.contains(session.string) ? true : nil
    }
    var lastInput: [String: Int] = [:]
    for (input, sessions) in marked + others {
      for name in sessions.keys where continued.contains(name) {
        lastInput[name] = max(input, lastInput[name] ?? 0)
      }
    }
    self.init(lastInput: lastInput)
  }
}
