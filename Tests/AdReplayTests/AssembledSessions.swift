@testable import AdReplay
import AdSession
@testable import JournalInput

extension InputAssembly {
  /// Reads a journal in blocks and returns the sessions that are complete in it.
  ///
  /// The caller releases them.
  func sessions(in bytes: [UInt8], blockSize: Int) -> [SessionPointer] {
    let source = BlockSource(count: 1, blockSize: blockSize) { _ in
      .source(ByteSource(bytes: bytes, path: "-"))
    }
    var parser = BlockParser()
    let block = ParsedBlock(capacity: 1 << 16)
    var completed: [SessionPointer] = []
    while source.next(into: block) {
      parser.parse(block)
      append(block, &parser, completed: &completed)
    }
    return completed
  }

  /// Reads a journal in one block and returns its sessions.
  func readings(in bytes: [UInt8]) -> [SessionReading] {
    var makes = SessionAssembly()
    return sessions(in: bytes, blockSize: 1 << 20).map { session in
      defer { SessionPool.release(session) }
      return makes.reading(of: session, path: "-", trace: Trace(), seals: SealReport())
    }
  }
}
