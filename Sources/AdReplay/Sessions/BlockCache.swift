internal import AdSession

/// The sessions and symbols of the texts of a block that were used recently, by the texts' numbers.
///
/// Most equal texts of a block have the same number, so that few of them are looked up by their
/// bytes. The cache is emptied for each block, and of sessions whenever one is complete.
///
/// It is part of a ``PoolBox``: for a small file, making a new cache would take as long as adding
/// all lines to their sessions.
struct BlockCache: ~Copyable {
  /// A text of the block as a symbol of a session.
  struct KnownSymbol {
    fileprivate var session: SessionPointer?
    fileprivate var number: UInt32 = 0
    fileprivate var symbol = Symbol.absent
  }

  struct KnownSession {
    var session: SessionPointer?
    var number: UInt32 = 0
  }

  private let symbols = Slab(count: 1 << symbolBits) { _ in KnownSymbol() }
  private let sessions = Slab(count: 1 << sessionBits) { _ in KnownSession() }
  private static let symbolBits = 10
  private static let sessionBits = 7

  /// Empties the cache for the numbers of another block.
  func beginBlock() {
    // Zeros are empty entries. Writing bytes takes a sixth of the time of writing entries.
    symbols.zero()
    removeSessions()
  }

  /// Removes all sessions, because one of them is complete.
  func removeSessions() { sessions.zero() }

  /// The session whose name has a number; nil if it is not known.
  @inline(__always)
  func session(_ number: UInt32) -> SessionPointer? {
    let known = sessions.cell(Self.index(of: number))
    return known.value.number == number ? known.value.session : nil
  }

  /// Stores the session whose name has a number.
  func keep(_ session: SessionPointer, _ number: UInt32) {
    sessions[Self.index(of: number)] = KnownSession(session: session, number: number)
  }

  @inline(__always)
  private static func index(of number: UInt32) -> Int {
    Int(truncatingIfNeeded: number) & (1 << sessionBits - 1)
  }

  /// The entry for a text in a session.
  @inline(__always)
  func entry(of number: UInt32, _ session: SessionPointer) -> Cell<KnownSymbol> {
    let mixed = (UInt64(session.identity) &>> 4 &+ UInt64(number)) &* 0x9E37_79B9_7F4A_7C15
    return symbols.cell(Int(truncatingIfNeeded: mixed &>> UInt64(64 - Self.symbolBits)))
  }
}

extension BlockCache.KnownSymbol {
  /// The symbol of a text in a session; nil if the entry is for another text or session.
  @inline(__always)
  func symbol(of number: UInt32, _ session: SessionPointer) -> Symbol? {
    self.number == number && self.session == session ? symbol : nil
  }

  init(_ symbol: Symbol, of number: UInt32, _ session: SessionPointer) {
    self.init(session: session, number: number, symbol: symbol)
  }
}
