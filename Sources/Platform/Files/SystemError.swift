#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the numbers of errors mean to a recorder.
package enum SystemError {
  package static let badDescriptor = EBADF
  package static let exists = EEXIST
  package static let missing = ENOENT
  package static let noSpace = ENOSPC

  /// A call that can be made again at once; its result, negated errors.
  package static func isInterruption(_ result: Int) -> Bool {
    result == -Int(EINTR) || result == -Int(EAGAIN) || result == -Int(EWOULDBLOCK)
  }

  package static func isFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT }

  /// What can be over after a while without another file.
  package static func passesByItself(_ error: Int32) -> Bool {
    isFull(error) || error == EINTR || error == EAGAIN || error == ENOMEM || error == ENOBUFS
  }

  /// A call that this file or system does not know, so that trying again is no use.
  package static func isUnsupported(_ error: Int32) -> Bool {
    error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP
      || error == ENOTTY
  }

  /// A call that the system does not let us make there, or not on anything there.
  package static func isRefusal(_ error: Int32) -> Bool {
    error == EACCES || error == EPERM || error == EROFS || isUnsupported(error)
  }

  /// The sentence of the system for the number of an error.
  package static func text(of error: Int32) -> String {
    strerror(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
