import TestJournals
import AdReplay
import JournalInput
import AdSession
import Foundation
import Testing

/// Files, folders, pipes, archives, and what is none of them.
struct InputTests {
  let folder: TemporaryFolder
  let sample = Lines.sample()

  init() throws { folder = try TemporaryFolder() }

  @Test func `a folder is replaced by every journal below it, sorted by path`() throws {
    let b = Lines.sample(session: "b").bytes
    _ = try folder.write("z/b.jsonl", b)
    _ = try folder.write("a/a.jsonl.gz", folder.gzip(Lines.sample(session: "a").bytes))
    _ = try folder.write("notes.txt", Array("no journal".utf8))
    _ = try folder.write("c.jsonl", Lines.sample(session: "c").bytes)
    let read = try Deliveries([folder.path])
    #expect(read.ids == ["a", "c", "b"])
    #expect(read.failures.isEmpty)
  }

  @Test func `an input that cannot be read is reported with a reason, and the others are read`()
    throws
  {
    let good = try folder.write("good.jsonl", sample.bytes)
    _ = try folder.write("empty/readme.txt", [])
    let read = try Deliveries([folder.path + "/none.jsonl", folder.path + "/empty", good])
    #expect(read.ids == ["s-1"])
    #expect(read.failures.map(\.reason) == [.missing, .noJournals])
    #expect(read.failures[0].sentence == "there is no such file or folder")
    #expect(
      read.failures[1].sentence
        == "the folder has no journal: no *.jsonl and no *.jsonl.gz is below it")
    #expect(throws: InputError.self) { try Journal.forEachLine(of: folder.path) { _ in } }
  }

  @Test func `a file that is not a journal is refused with a message`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0]
    for (bytes, words) in [
      (png, "it is a PNG image, not a journal"),
      (Array("<!doctype html>\n<p>".utf8), "it is HTML or XML, not a journal"),
      (Array("[1,2]\n".utf8), "it is a JSON array, not a journal"),
      (
        Array("{\"level\":\"info\",\"msg\":\"hi\"}\n".utf8),
        "it is JSON, but not a journal: no line has `v`, `session` or `event`"
      ),
      (
        Array("hello\n".utf8),
        "it is not a journal: its first line is no JSON object, and no line names a session"
      ),
      (
        Array("hello".utf8),
        "it is not a journal: its first line is no JSON object, and no line names a session"
      ),
    ] as [([UInt8], String)] {
      let path = try folder.write("x.jsonl", bytes)
      for blockSize in [1, 1000] {
        let read = try Deliveries([path], blockSize: blockSize)
        #expect(read.failures.map(\.sentence) == [words])
        #expect(read.failures.first?.reason == .notAJournal)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a journal whose first 64 KiB are lost is read from there on`(isPacked: Bool) throws {
    var numbers = Numbers(state: 3)
    var bytes = (0..<1 << 16).map { _ in UInt8(truncatingIfNeeded: numbers.below(256)) }
    bytes += [0x0A] + sample.bytes
    let path =
      try isPacked ? folder.write("x.gz", folder.gzip(bytes)) : folder.write("x.jsonl", bytes)
    for jobs in [1, 2] {
      let read = try Deliveries([path], jobs: jobs)
      #expect(read.failures.isEmpty && read.ids == ["s-1"])
      #expect(read.journals.first?.damage.isEmpty == false)
    }
    let stream = Journal.readAll(bytes: bytes)
    #expect(stream.sessions.map(\.id) == ["s-1"])
  }

  @Test func `a lenient reader reports a file that is not a journal as damage`() throws {
    let path = try folder.write("x.jsonl", Array("hello\nthere\n".utf8))
    var reader = JournalReader()
    reader.isLenient = true
    var damage: [Damage] = []
    for delivery in reader.read([path], judge: { $0.id }) {
      if case .journal(let summary) = delivery { damage = summary.damage }
      if case .failure(let error) = delivery { Issue.record("\(error)") }
    }
    #expect(damage.map(\.code) == [.notJSON, .notJSON])
  }

  @Test func `an empty, a padded and a torn first line are accepted as journals`() throws {
    for bytes in [[], Array("\n\n".utf8), [0, 0, 0], Array("{\"".utf8), Array("{".utf8)]
      as [[UInt8]]
    {
      let read = try Deliveries([folder.write("x.jsonl", bytes)])
      #expect(read.failures.isEmpty && read.journals.count == 1)
    }
    let damaged = Array("garbage\n".utf8) + sample.bytes
    #expect(try Deliveries([folder.write("x.jsonl", damaged)]).ids == ["s-1"])
  }

  @Test func `an archive is read under any name, with all its members`() throws {
    let packed =
      try folder.gzip(sample.bytes([1, 2, 3, 4])) + folder.gzip(sample.bytes([5, 6, 7, 8, 9, 10]))
    let path = try folder.write("x.jsonl", packed)
    for blockSize in [1, 7, 1 << 20] {
      let read = try Deliveries([path], blockSize: blockSize)
      #expect(read.sessions == Journal.read(bytes: sample.bytes).map(\.rendering))
      #expect(read.journals.first?.bytes == sample.bytes.count)
    }
  }

  @Test func `an archive that ends early is reported as a torn tail`() throws {
    let packed = try folder.gzip(sample.bytes)
    for count in stride(from: packed.count - 1, to: 30, by: -7) {
      let path = try folder.write("x.jsonl.gz", Array(packed.prefix(count)))
      let read = try Deliveries([path], blockSize: 100)
      #expect(read.failures.isEmpty)
      let codes = read.damage.joined() + (read.journals.first?.damage.map(\.code) ?? [])
      #expect(codes.contains(.tornTail), "\(count)")
    }
    for place in packed.indices {
      var changed = packed
      changed[place] ^= 0x10
      _ = try Deliveries([folder.write("x.jsonl.gz", changed)], blockSize: 100)
    }
  }

  /// An archive of one stored block, without what ends it.
  private static func tornArchive(of text: some Collection<UInt8>) -> [UInt8] {
    let count = UInt16(text.count)
    let sizes = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0] + sizes + text
  }

  @Test func `an archive that ends early is torn at every offset`() throws {
    let text = Lines.sample(checksums: true).bytes + Array("  ".utf8)
    for count in 1...text.count {
      let packed = Self.tornArchive(of: text.prefix(count))
      let path = try folder.write("x.jsonl.gz", packed)
      let read = try Deliveries([path])
      let codes = read.damage.joined() + (read.journals.first?.damage.map(\.code) ?? [])
      #expect(codes == [.tornTail], "\(count)")
      var left: [JournalLine.Content] = []
      let torn = try Journal.forEachLine(of: path) { left.append($0.content) }
      let isSaid = left.contains { if case .damaged = $0 { true } else { false } }
      #expect((torn != nil) != isSaid, "\(count)")
    }
  }

  @Test func `a line cut by a torn archive is not reported as a killed process`() throws {
    let packed = Self.tornArchive(of: sample.bytes.dropLast(10))
    let read = try Deliveries([folder.write("x.jsonl.gz", packed)])
    #expect(
      read.sessions.first?.contains(
        "the compressed file ends in the middle of this line or is damaged there; the line was "
          + "left out") == true)
  }

  @Test func `an empty archive is torn, and an empty journal is empty`() throws {
    let archive = try Deliveries([folder.write("x.jsonl.gz", [])])
    #expect(archive.journals.map { $0.damage.map(\.code) } == [[.tornTail]])
    let journal = try Deliveries([folder.write("x.jsonl", [])])
    #expect(journal.journals.map { $0.damage.map(\.code) } == [[]])
  }

  @Test func `a named pipe is read while another process writes it`() throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let bytes = sample.bytes
    let writer = Thread {
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      for start in stride(from: 0, to: bytes.count, by: 100) {
        file.write(Data(bytes[start..<min(start + 100, bytes.count)]))
      }
      try? file.close()
    }
    writer.start()
    let read = try Deliveries([path], jobs: 2)
    #expect(read.sessions == Journal.read(bytes: bytes).map(\.rendering))
  }

  /// A session is complete 65 536 lines after its end: here all are with the last line before the
  /// wait, the ends of some blocks before it.
  @Test(arguments: [1, 2, 3])
  func `results are delivered before the reader waits for more input`(jobs: Int) throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let ended = (0..<300).map { "ended-\($0)" }
    let bytes =
      ended.flatMap { Lines.sample(session: $0).bytes }
      + LateRecordTests.filler("other", count: 65_537)
    let areGivenOut = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)
    Thread {
      defer { isClosed.signal() }
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      file.write(Data(bytes))
      // The pipe stays open until the sessions came, or for much longer than that takes.
      if areGivenOut.wait(timeout: .now() + 60) == .timedOut {
        Issue.record("sessions waited for bytes that nobody wrote")
      }
      try? file.close()
    }.start()
    var ids: [String] = []
    for delivery in JournalReader(jobs: jobs).read([path], judge: { $0.id }) {
      guard case .session(let id) = delivery else { continue }
      ids.append(id)
      if ids.count == ended.count { areGivenOut.signal() }
    }
    #expect(ids == ended + ["other"])
    isClosed.wait()
  }

  @Test func `a named pipe without a writer is reported after a short wait`() throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let read = try Deliveries([path])
    #expect(read.failures.map(\.reason) == [.noWriter])
    #expect(
      read.failures.first?.description
        == "\(path): it is a named pipe, and no process has opened it for writing")
  }

  @Test func `an error of the caller ends reading`() throws {
    struct Enough: Error {}
    let paths = try (0..<20).map {
      try folder.write("\($0).jsonl", Lines.sample(session: "s-\($0)").bytes)
    }
    for jobs in [1, 3] {
      #expect(throws: Enough.self) {
        for _ in JournalReader(jobs: jobs).read(paths, judge: { $0.recordCount }) { throw Enough() }
      }
    }
  }

  @Test func `many files are delivered in their order with any number of jobs`() throws {
    let paths = try (0..<50).map {
      try folder.write("\($0).jsonl", Lines.sample(session: "s-\($0)").bytes)
    }
    let expected = (0..<50).map { "s-\($0)" }
    for jobs in 1...4 {
      let read = try Deliveries(paths, jobs: jobs, blockSize: 500)
      #expect(read.ids == expected)
      #expect(read.journals.map(\.path) == paths)
    }
  }

  /// Small files are read several at once, and a large one in blocks: whatever comes between them
  /// comes in its turn.
  @Test(arguments: 1...4)
  func `small files, large files and failures are delivered in their order`(jobs: Int) throws {
    var paths: [String] = []
    var expected: [String] = []
    for number in 0..<120 {
      let session = "s-\(number)"
      let path = folder.path + "/\(number).jsonl"
      if number % 17 == 4 {
        expected.append("there is no such file or folder")
      } else {
        expected.append(session)
        var lines = Lines.sample(session: session)
        if number % 23 == 7 {
          for other in 0..<900 { lines.append(raw: "{\"broken\": \(other)") }
        }
        _ = try folder.write("\(number).jsonl", lines.bytes)
      }
      paths.append(path)
    }
    var found: [String] = []
    for delivery in JournalReader(jobs: jobs, blockSize: 1 << 14).read(paths, judge: { $0.id }) {
      switch delivery {
      case .session(let id): found.append(id)
      case .journal: break
      case .failure(let failure): found.append(failure.sentence)
      }
    }
    #expect(found == expected)
  }

  @Test func `a file is read to its end at every size around the limit for one read`() throws {
    let line = sample.bytes
    for size in [4095, 4096, 4097, 65_534, 65_535, 65_536, 65_537, 131_072] {
      let blank = (line.count..<size).map { ($0 + 1) % 97 == size % 97 ? 0x0A : 0x20 } as [UInt8]
      let bytes = line + blank
      let path = try folder.write("x.jsonl", bytes)
      for blockSize in [1000, 1 << 20] {
        let read = try Deliveries([path], blockSize: blockSize)
        #expect(read.journals.first?.bytes == size)
        #expect(read.sessions == Journal.read(bytes: bytes).map(\.rendering))
      }
    }
  }

  @Test func `links to journals are read, and links to folders are not followed`() throws {
    let other = try TemporaryFolder()
    _ = try other.write("b/b.jsonl", Lines.sample(session: "b").bytes)
    let elsewhere = try TemporaryFolder()
    let a = try elsewhere.write("a", Lines.sample(session: "a").bytes)
    for (name, target) in [("c.jsonl", a), ("d", other.path), ("e.jsonl", folder.path + "/none")] {
      #expect(symlink(target, folder.path + "/" + name) == 0)
    }
    let read = try Deliveries([folder.path])
    #expect(read.ids == ["a"])
    #expect(read.failures.map(\.reason) == [.missing])
  }

  @Test func `a file is read once if it is given several times or by several names`() throws {
    let a = try folder.write("a.jsonl", Lines.sample(session: "a").bytes)
    let b = try folder.write("b.jsonl", Lines.sample(session: "b").bytes)
    #expect(symlink(a, folder.path + "/c.jsonl") == 0)
    let linked = folder.path + "/c.jsonl"
    for (paths, expected) in [
      ([folder.path], [a, b]), ([b, folder.path], [b, a]), ([linked, a, a, b], [linked, b]),
      ([folder.path + "/none", a, folder.path + "/none"], [a]),
    ] {
      let read = try Deliveries(paths)
      #expect(read.journals.map(\.path) == expected)
      #expect(read.failures.count == paths.count { $0.hasSuffix("none") })
    }
  }

  @Test func `each journal with known damage reports it`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Journals/damaged").path
    let names = try FileManager.default.contentsOfDirectory(atPath: root)
    for name in names where name.hasSuffix(".jsonl") {
      let code = String(name.dropLast(6))
      var codes: Set<String> = []
      let sessions = JournalReader().read([root + "/" + name]) { reading in
        reading.damage.map(\.code.rawValue) + reading.notes.map(\.code.rawValue)
      }
      for delivery in sessions {
        switch delivery {
        case .session(let found): codes.formUnion(found)
        case .journal(let summary):
          codes.formUnion(summary.damage.map(\.code.rawValue))
          codes.formUnion(summary.notes.map(\.code.rawValue))
        case .failure(let error): throw error
        }
      }
      #expect(codes == [code], "\(name)")
    }
    #expect(names.count > 10)
  }
}
