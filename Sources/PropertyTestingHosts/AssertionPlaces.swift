internal import PropertyTesting

extension PropertyFailure {
  /// A failed assertion: its place in the source is the reason, since its text names values.
  init(assertion text: String, _ filePath: String, _ line: Int) {
    let file = filePath.split(separator: "/").last ?? "?"
    self.init(reason: "\(file):\(line) failed", because: "\(file):\(line): \(text)")
  }
}

#if canImport(Testing)
  internal import Testing

  extension PropertyFailure {
    /// A failed expectation.
    init(_ issue: Issue) {
      guard let location = issue.sourceLocation else {
        self.init(reason: "an expectation failed", because: "\(issue)")
        return
      }
      self.init(assertion: "\(issue)", location.fileName, location.line)
    }
  }
#endif
