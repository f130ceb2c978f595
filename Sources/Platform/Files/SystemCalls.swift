/// The system calls of a recorder: clocks, files, its thread and the memory of its queue.
///
/// A call returns the result of the system, or the negated `errno`. Tests replace single calls with
/// ones that fail.
public struct SystemCalls: Sendable {
  /// A file of a folder, for the limit on the total size.
  public struct File: Equatable, Sendable {
    /// The name without a path.
    public var name: String
    /// The length in bytes.
    public var bytes: Int64
    /// The time of the last change, in milliseconds since 1970.
    public var changed: Int64

    /// Makes a file.
    public init(name: String, bytes: Int64, changed: Int64) {
      self.name = name
      self.bytes = bytes
      self.changed = changed
    }
  }

  /// The identity of an open file, the number of its names, and its length.
  public struct Identity: Equatable, Sendable {
    /// The device.
    public var device: UInt64
    /// The inode.
    public var inode: UInt64
    /// The number of names; 0 after the file was deleted.
    public var names: Int
    /// The length in bytes.
    public var bytes: Int64
    /// The `errno` if the identity is unknown; else 0.
    public var error: Int32 = 0

    /// Makes an identity.
    public init(device: UInt64, inode: UInt64, names: Int, bytes: Int64, error: Int32 = 0) {
      self.device = device
      self.inode = inode
      self.names = names
      self.bytes = bytes
      self.error = error
    }
  }

  /// A call that syncs.
  public enum Sync: Sendable {
    /// Data in order: `F_BARRIERFSYNC`, elsewhere `fdatasync`.
    case barrier
    /// Data on the drive: `F_FULLFSYNC`, elsewhere `fdatasync`.
    case full
    /// A folder: `fsync`.
    case folder
  }

  /// Nanoseconds on a clock that counts sleep and never goes back.
  public var now: @Sendable () -> Int64
  /// Nanoseconds since 1970.
  public var wall: @Sendable () -> Int64
  /// Opens a folder without following a symbolic link; returns a descriptor.
  public var openFolder: @Sendable (_ path: String) -> Int32
  /// Creates a folder with mode 0700; on Apple systems it is excluded from backups and readable
  /// after the first unlock.
  public var makeFolder: @Sendable (_ path: String) -> Int32
  /// Creates a new file with mode 0600 in an open folder, for appending; returns a descriptor.
  public var create: @Sendable (_ folder: Int32, _ name: String) -> Int32
  /// Opens a file of an open folder for reading without following a symbolic link; returns a
  /// descriptor.
  public var open: @Sendable (_ folder: Int32, _ name: String) -> Int32
  /// Appends bytes; returns the number of bytes written.
  public var write: @Sendable (_ file: Int32, UnsafeRawBufferPointer) -> Int
  /// Reads from an offset; returns the number of bytes read.
  public var read: @Sendable (_ file: Int32, UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int
  /// Truncates a file.
  public var truncate: @Sendable (_ file: Int32, _ length: Int64) -> Int32
  /// Syncs an open file or folder.
  public var sync: @Sendable (_ descriptor: Int32, Sync) -> Int32
  /// Returns the identity of an open file.
  public var identity: @Sendable (_ descriptor: Int32) -> Identity
  /// Closes a descriptor.
  public var close: @Sendable (_ descriptor: Int32) -> Int32
  /// Deletes a file of an open folder.
  public var remove: @Sendable (_ folder: Int32, _ name: String) -> Int32
  /// The regular files of an open folder whose names end with `.jsonl`.
  public var files: @Sendable (_ folder: Int32) -> [File]
  /// Starts a thread that runs a closure once; returns false if the system refuses it.
  public var startThread: @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool
  /// Allocates bytes that are aligned for any value; returns nil if the system refuses them.
  public var allocate: @Sendable (_ count: Int) -> UnsafeMutableRawPointer?
}

extension SystemCalls {
  /// Appends an array to a file; returns the number of bytes written.
  package func write(_ bytes: [UInt8], to file: Int32) -> Int {
    bytes.withUnsafeBytes { write(file, $0) }
  }

  /// Reads bytes from an offset with one call; fewer at the end of the file, nil on failure.
  package func read(_ file: Int32, from offset: Int64, atMost count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { self.read(file, $0, offset) }
    guard result >= 0 else { return nil }
    bytes.removeLast(count - min(result, count))
    return bytes
  }
}
