/// When a record counts as acknowledged, and so what it then survives.
///
/// | policy | acknowledged when | survives | call on Apple systems | elsewhere |
/// |---|---|---|---|---|
/// | `memory` | it was taken into the queue | nothing | none | none |
/// | `process` | all bytes of its line were written | crash, `kill -9`, jetsam | `write` | `write` |
/// | `ordered` | …, and a barrier behind it was set | …; after a power cut it is there only with all before it | `F_BARRIERFSYNC` | `fdatasync` |
/// | `durable` | …, and the drive was flushed, on the first try | power cut, as far as the drive honours a flush | `F_FULLFSYNC` | `fdatasync` |
///
/// The last two sync the folder, too, once for each new file: `fsync`.
///
/// No acknowledgement is given for what a policy could not be met for: it is reported as
/// ``Degradation``. A barrier that the file system does not know is replaced by `fsync`; a flush
/// of the drive that it does not know cannot be replaced.
public enum Durability: String, CaseIterable, Sendable {
  /// Taken into the queue; lost with the process.
  case memory
  /// Written to the system; lost with its power.
  case process
  /// Written, and never there without all that came before.
  case ordered
  /// On the drive.
  case durable

  /// Whether a call that syncs is needed before the acknowledgement.
  var syncs: Bool { self == .ordered || self == .durable }
}
