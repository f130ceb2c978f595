import AdRecording
import Foundation
import Testing

/// The descriptions of degradations.
struct DegradationTests {
  @Test(
    arguments: [
      (.folder, "the folder cannot be opened"),
      (.open, "a file cannot be created in the folder"),
      (.write, "a record could not be written"),
      (.sync, "a record could not be synced"),
      (.unsupported, "this file system does not support the policy"),
      (.removed, "the file was deleted or truncated while it was being written"),
      (.closed, "the recorder was closed"),
    ] as [(Degradation.Cause, String)])
  func `a degradation is described by its first record, its cause and the error of the system`(
    cause: Degradation.Cause, message: String
  ) {
    let start = "record 7 and later records do not meet the durability policy: \(message)"
    #expect(Degradation(cause, errno: 0, first: 7).description == start)
    #expect(
      Degradation(cause, errno: ENOSPC, first: 7).description
        == "\(start): No space left on device")
  }
}
