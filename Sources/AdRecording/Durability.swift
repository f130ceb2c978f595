/// The point at which a record counts as acknowledged, and the failures it survives from then on.
///
/// | policy | a record is acknowledged after | an acknowledged record survives | call on Apple systems | elsewhere |
/// |---|---|---|---|---|
/// | `memory` | it was copied into the queue | nothing: it is lost with the process | none | none |
/// | `process` | all bytes of its line were written to the file | a crash, `kill -9`, jetsam | `write` | `write` |
/// | `ordered` | it was written, and a write barrier was set behind it | the same; after a power failure it exists only together with all earlier records | `F_BARRIERFSYNC` | `fdatasync` |
/// | `durable` | it was written, and the drive was flushed at the first attempt | a power failure, if the drive honours a flush | `F_FULLFSYNC` | `fdatasync` |
///
/// `ordered` and `durable` also sync the folder with `fsync`, once per file.
///
/// A record for which the policy cannot be met is never acknowledged; ``Degradation`` reports the
/// reason. If the file system does not support a barrier, `fsync` replaces it. Nothing replaces a
/// flush of the drive.
public enum Durability: String, CaseIterable, Sendable {
  /// Copied into the queue; lost with the process.
  case memory
  /// Written to the file system; lost only if the system loses power.
  case process
  /// Written; after a power failure no record exists without all records before it.
  case ordered
  /// Written to the drive and flushed.
  case durable

  /// Whether a record needs a sync before it is acknowledged.
  var syncs: Bool { self == .ordered || self == .durable }
}
