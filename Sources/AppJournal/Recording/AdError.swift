internal import AdCapture
internal import Foundation

extension AdError {
  /// Converts an error of the SDK: domain and code, never its text.
  init(_ error: any Error) {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map {
      Cause(domain: $0.domain, code: $0.code)
    }
    self.init(domain: error.domain, code: error.code, cause: cause)
  }
}
