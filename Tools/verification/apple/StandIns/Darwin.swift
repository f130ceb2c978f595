// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Swift makes of Darwin's C library differently: functions of any number of arguments, macros.

@_exported import CDarwin

public var errno: Int32 {
  get { 0 }
  set {}
}
public let S_IFMT: mode_t = 0o170000
public let S_IFIFO: mode_t = 0o010000
public let S_IFCHR: mode_t = 0o020000
public let S_IFDIR: mode_t = 0o040000
public let DT_DIR: Int32 = 4
public let DT_REG: Int32 = 8
public let S_IFBLK: mode_t = 0o060000
public let S_IFREG: mode_t = 0o100000
public let S_IFLNK: mode_t = 0o120000
public let S_IFSOCK: mode_t = 0o140000

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32 { -1 }

public let SEEK_SET: Int32 = 0
public func lseek(_ file: Int32, _ offset: off_t, _ whence: Int32) -> off_t { 0 }
public func mkstemp(_ template: UnsafeMutablePointer<CChar>) -> Int32 { -1 }
public func pwrite(
  _ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: off_t
) -> Int { -1 }
public func getenv(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { nil }
