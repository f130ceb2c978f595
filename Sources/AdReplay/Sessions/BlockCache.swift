internal import AdSession

/// What the numbers of a block's texts stand for: the sessions, and the symbols of sessions, that
/// came not long ago.
///
/// A block gives most equal texts the same number, so that nearly all of them need not be looked
/// for by their bytes again. It knows nothing of the block before, nor of a session that is gone.
///
/// Its memory is that of a ``PoolBox``: to make it anew for each of many small files would take as
/// long as to put the lines of one to their session.
struct BlockCache {
  /// A text of the block as a symbol of a session.
  struct KnownSymbol {
    fileprivate var session: SessionPointer?
    fileprivate var number: UInt32 = 0
    fileprivate var symbol = Symbol.absent
  }

  private struct KnownSession {
    var session: SessionPointer?
    var number: UInt32 = 0
  }

  private let symbols = UnsafeMutablePointer<KnownSymbol>.allocate(capacity: 1 << symbolBits)
  private let sessions = UnsafeMutablePointer<KnownSession>.allocate(capacity: 1 << sessionBits)
  private static let symbolBits = 10
  private static let sessionBits = 7

  init() { beginBlock() }

  /// Gives its memory back; it must not be used again.
  func deallocate() {
    symbols.deallocate()
    sessions.deallocate()
  }

  /// Forgets everything: the numbers of another block follow.
  func beginBlock() {
    Self.clear(symbols, 1 << Self.symbolBits)
    forgetSessions()
  }

  /// Forgets the sessions, one of which is gone.
  func forgetSessions() {
    Self.clear(sessions, 1 << Self.sessionBits)
  }

  /// Makes every entry one of nothing, which is zeros: as bytes, which takes a sixth of the time.
  private static func clear<Entry>(_ entries: UnsafeMutablePointer<Entry>, _ count: Int) {
    UnsafeMutableRawPointer(entries).initializeMemory(
      as: UInt8.self, repeating: 0, count: count * MemoryLayout<Entry>.stride)
  }

  /// The session whose name has this number, if it is known.
  @inline(__always)
  func session(_ number: UInt32) -> SessionPointer? {
    let known = place(of: number)
    return known.pointee.number == number ? known.pointee.session : nil
  }

  func keep(_ session: SessionPointer, _ number: UInt32) {
    place(of: number).pointee = KnownSession(session: session, number: number)
  }

  @inline(__always)
  private func place(of number: UInt32) -> UnsafeMutablePointer<KnownSession> {
    sessions + Int(truncatingIfNeeded: number) & (1 << Self.sessionBits - 1)
  }

  /// Where the symbol of a text in a session is kept.
  @inline(__always)
  func place(of number: UInt32, _ session: SessionPointer) -> UnsafeMutablePointer<KnownSymbol> {
    let mixed =
      (UInt64(UInt(bitPattern: session.address)) &>> 4 &+ UInt64(number)) &* 0x9E37_79B9_7F4A_7C15
    return symbols + Int(truncatingIfNeeded: mixed &>> UInt64(64 - Self.symbolBits))
  }
}

extension BlockCache.KnownSymbol {
  /// The symbol of a text in a session, if that is what is kept here.
  @inline(__always)
  func symbol(of number: UInt32, _ session: SessionPointer) -> Symbol? {
    self.number == number && self.session == session ? symbol : nil
  }

  init(_ symbol: Symbol, of number: UInt32, _ session: SessionPointer) {
    self.init(session: session, number: number, symbol: symbol)
  }
}
