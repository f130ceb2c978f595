internal import AdSession
internal import JSONLines

/// The sessions that a second reading of a journal looks for.
///
/// It compares hashes of names: it can allow a session that is not wanted, and it allows every
/// session that is.
package struct SessionFilter: Sendable {
  private let hashes: Set<UInt64>

  /// Allows the sessions whose names have these hashes, each a ``Trace/nameHash``.
  package init(hashes: Set<UInt64>) { self.hashes = hashes }

  package init(names: Set<String>) {
    hashes = Set(names.map { ByteView.with(Array($0.utf8), Self.hash) })
  }

  func allows(_ name: ByteView) -> Bool { hashes.contains(Self.hash(name)) }

  private static func hash(_ name: ByteView) -> UInt64 { SymbolTable.hash(name.raw) }
}
