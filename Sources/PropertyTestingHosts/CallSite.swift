/// The place in the source of a test at which its issues are recorded.
package struct CallSite: Sendable {
  let fileID: StaticString
  /// The file.
  package let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Makes a place of the literals `#fileID`, `#filePath`, `#line` and `#column`.
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
