public import AdReplay
package import JSONLines
public import JournalFormat
internal import Platform

/// Reads journals and hands out their sessions: in bounded memory, on all cores, in a fixed order.
///
/// The result for a session depends only on its bytes: not on the number of jobs, not on the sizes
/// in which the bytes arrive, and not on other sessions in the file.
public struct JournalReader: Sendable {
  /// The number of threads that parse, and of those that judge; 1 uses only the calling thread.
  public var jobs: Int
  /// The number of bytes to read at once.
  public var blockSize: Int
  /// Whether each line is a key, a TAB and a record, as the shuffle step of a cluster writes them.
  ///
  /// `crc`s and seals cover only the record. A line without a TAB is damage.
  public var isKeyed = false
  /// The key to verify the `hmac` of every seal with; nil compares only hashes and epochs.
  ///
  /// With a key, a seal without `hmac` is damage, because a forger could leave it out.
  public var sealKey: SealKey?
  /// Whether ``SessionReading/repeatedLines`` contains every repeated line, however many there are.
  package var keepsRepeatedLines = false
  /// Whether an input is read although it cannot be a journal.
  ///
  /// If false, an input whose beginning is not that of a journal and whose lines name no session is
  /// a failure and has no damage.
  package var isLenient = false

  /// Receives the text of a named pipe or of `-` by its path, in pieces, while it is read; nil for
  /// none.
  ///
  /// Called on any thread, but on one at a time.
  package var copiesStream: StreamCopy?

  /// Makes journals from other texts; nil for none.
  ///
  /// Called on any thread, but for one input at a time.
  package var converter: Converter?

  /// The text of an input that the caller has read, by its path; nil for an input to open.
  package var texts: (@Sendable (_ path: String) -> [UInt8]?)?

  /// Receives a piece of the text of an input.
  package typealias StreamCopy = @Sendable (_ path: String, ByteView) -> Void

  /// Makes a reader.
  public init(jobs: Int = 1, blockSize: Int = 1 << 19) {
    self.jobs = max(1, jobs)
    self.blockSize = max(1, blockSize)
  }

  /// Turns a complete session into a result.
  public typealias Judge<Result> = @Sendable (SessionReading) -> Result

  /// The sessions of journals: files, folders, named pipes, `-` for standard input.
  ///
  /// Reading begins with the iteration and ends with it, even if the loop is left early. Sessions
  /// come while their journal is still being read.
  ///
  /// - Parameters:
  ///   - paths: The inputs in their order; see ``JournalFiles/expand(_:)``.
  ///   - judge: Called once for each complete session, on any thread, in any order. It may keep
  ///     the trace; else its memory is reused. Its result waits until all sessions before it are
  ///     judged, so it should be small.
  /// - Returns: The results in order.
  public func read<Result>(
    _ paths: [String], judge: @escaping Judge<Result>
  ) -> JournalDeliveries<Result> {
    JournalDeliveries(reader: self, judge: judge) {
      let list = JournalFiles.list(paths)
      return JournalInputs(list: list) { input in
        list.failure(input).map { .failure($0) } ?? open(list.paths[input])
      }
    }
  }

  private func open(_ path: String) -> BlockSource.Opened {
    do throws(InputError) {
      if let text = texts?(path) { return .source(try ByteSource(text: text, path: path)) }
      let source = try ByteSource(path: path, isLenient: isLenient, copy: copiesStream)
      if let converter { source.convert(converter) }
      return .source(source)
    } catch {
      return .failure(error)
    }
  }
}
