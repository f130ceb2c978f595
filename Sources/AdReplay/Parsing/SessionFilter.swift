internal import AdSession

/// The sessions that are looked for when a journal is read once more.
///
/// It knows their names by hashes: it may let a session pass that nobody looks for, and never holds
/// one back that somebody does.
package struct SessionFilter: Sendable {
  private let hashes: Set<UInt64>

  /// Lets the sessions pass whose names have these hashes, each ``Trace/nameHash``.
  package init(hashes: Set<UInt64>) { self.hashes = hashes }

  init(names: Set<String>) {
    func hash(_ name: String) -> UInt64 {
      Array(name.utf8).withUnsafeBytes(SymbolTable.hash)
    }
    self.init(hashes: Set(names.map(hash)))
  }

  func allows(_ name: UnsafeRawBufferPointer) -> Bool {
    hashes.contains(SymbolTable.hash(name))
  }
}
