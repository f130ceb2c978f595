internal import Platform

/// A file that is written under a temporary name, beside the file that it becomes.
///
/// It is deleted unless it gets its name.
struct ExportDraft: ~Copyable {
  let path: String
  /// The number of bytes written.
  private(set) var bytes: Int64 = 0
  private let system: SystemCalls
  private let folder: Int32
  private let name: String
  private let descriptor: Int32
  private let deflater: Deflater?
  private var pending: [UInt8] = []
  private var isPublished = false

  /// Creates a draft.
  ///
  /// - Parameters:
  ///   - folder: The open folder at `folderPath`.
  ///   - target: The path of the file that it becomes, for errors.
  init(
    _ system: SystemCalls, folder: Int32, folderPath: String, target: String, compresses: Bool
  ) throws(ExportFailure) {
    self.system = system
    self.folder = folder
    name = "export-\(ExportName.digits()).part"
    path = folderPath + name
    deflater = compresses ? Deflater() : nil
    descriptor = system.create(folder, name)
    if descriptor < 0 { throw Self.failure(-descriptor, .create, target) }
    self.target = target
  }

  private let target: String

  deinit {
    _ = system.close(descriptor)
    if !isPublished { _ = system.remove(folder, name) }
  }

  /// Adds bytes of the text.
  mutating func write(_ text: [UInt8]) throws(ExportFailure) {
    pending += deflater?.add(text) ?? text
    if pending.count >= Self.bufferBytes { try flush() }
  }

  /// Writes the rest; nothing may be added after it.
  mutating func finish() throws(ExportFailure) {
    if let deflater { pending += deflater.finish() }
    try flush()
  }

  /// Gives the finished file its name, over another file if there is one.
  mutating func publish() throws(ExportFailure) {
    guard SmallFile.move(path, over: target) else {
      throw ExportFailure(.create, path: target)
    }
    isPublished = true
  }

  private static let bufferBytes = 1 << 16

  private mutating func flush() throws(ExportFailure) {
    var done = 0
    var patience = 100
    while done < pending.count {
      let result = system.write(done == 0 ? pending : Array(pending[done...]), to: descriptor)
      if result > 0 {
        done += min(result, pending.count - done)
      } else if SystemError.isInterruption(result), patience > 0 {
        patience -= 1
      } else {
        let error = result == 0 ? SystemError.noSpace : Int32(truncatingIfNeeded: -result)
        throw Self.failure(error, .write, target)
      }
    }
    bytes += Int64(done)
    pending.removeAll(keepingCapacity: true)
  }

  private static func failure(
    _ error: Int32, _ cause: ExportFailure.Cause, _ path: String
  ) -> ExportFailure {
    ExportFailure(SystemError.isFull(error) ? .diskFull : cause, path: path, errno: error)
  }
}
