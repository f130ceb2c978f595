#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The meaning of error numbers for a recorder.
package enum SystemError {
  package static let badDescriptor = EBADF
  package static let exists = EEXIST
  package static let missing = ENOENT
  package static let noSpace = ENOSPC

  /// Whether a call, by its result or negated error, can be retried at once.
  package static func isInterruption(_ result: Int) -> Bool {
    result == -Int(EINTR) || result == -Int(EAGAIN) || result == -Int(EWOULDBLOCK)
  }

  package static func isFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT }

  /// Whether the cause can pass without changing to another file.
  package static func passesByItself(_ error: Int32) -> Bool {
    isFull(error) || error == EINTR || error == EAGAIN || error == ENOMEM || error == ENOBUFS
  }

  /// Whether this file or system does not support the call, so that a retry is pointless.
  package static func isUnsupported(_ error: Int32) -> Bool {
    error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP
      || error == ENOTTY
  }

  /// Whether the system refuses the call for this file or folder.
  package static func isRefusal(_ error: Int32) -> Bool {
    error == EACCES || error == EPERM || error == EROFS || isUnsupported(error)
  }

  /// The system's message for an error number.
  package static func text(of error: Int32) -> String {
    strerror(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
