/// One session, read and put in order: the input of rules and replays.
///
/// Events are sorted by `seq`, `t` never decreases, and lost records are in ``gaps``. One thread at
/// a time uses a trace, so that exclusive access is not checked at run time.
public final class Trace {
  /// How a session ends.
  public enum End: String, Sendable {
    /// With `session.ended`.
    case clean
    /// Without it: killed, crashed, still running.
    case cut
    /// In the middle of a line.
    case torn
  }

  /// `session`; with `#2` where a second header began a session of its own.
  public var id: String {
    get {
      makeID()
      return stored.id
    }
    set {
      lateID.count = 0
      stored.id = newValue
    }
  }
  /// The whole records, in order.
  @inlinable public var events: [Event] {
    _read { yield storedEvents }
    _modify { yield &storedEvents }
  }
  /// The gaps, by rising position, at most one per position.
  @inlinable public var gaps: [Gap] {
    _read { yield stored.gaps }
    _modify { yield &stored.gaps }
  }
  /// The texts of the session.
  @inlinable public var symbols: SymbolTable {
    _read { yield stored.symbols }
    _modify { yield &stored.symbols }
  }
  /// The header, from `session.began`; nil where the session is partial.
  @inlinable public var header: Header? {
    _read { yield stored.header }
    _modify { yield &stored.header }
  }
  /// The thresholds that each `config.changed` sets, by index of its event.
  @inlinable public var policyChanges: [Int: [PolicySetting]] {
    _read { yield stored.policyChanges }
    _modify { yield &stored.policyChanges }
  }
  /// The free texts (``EventKind/freeTexts``) of the records that have any, by rising index of
  /// their events.
  @inlinable public var freeTexts: [(event: Int, field: FieldName, text: Symbol)] {
    _read { yield stored.freeTexts }
    _modify { yield &stored.freeTexts }
  }
  /// How it ends.
  @inlinable public var end: End {
    _read { yield stored.end }
    _modify { yield &stored.end }
  }
  /// Whether a seal does not match the bytes: they were changed at an unknown location.
  @inlinable public var hasBadSeal: Bool {
    _read { yield stored.hasBadSeal }
    _modify { yield &stored.hasBadSeal }
  }
  /// The reused names; every judgement that involves them is undecided.
  @inlinable public var reusedNames: Set<Symbol> {
    _read { yield stored.reusedNames }
    _modify { yield &stored.reusedNames }
  }

  /// Exclusive access to these is not checked.
  ///
  /// The attribute works in this module only; other modules use the accessors above.
  @usableFromInline @exclusivity(unchecked) var storedEvents: [Event] = []
  @usableFromInline @exclusivity(unchecked) var stored = Stored()
  /// The bytes of the ``id``, until it is first read; most audits never read it.
  private var lateID = LateID()

  @usableFromInline
  struct Stored {
    @usableFromInline var id: String = ""
    @usableFromInline var gaps: [Gap] = []
    @usableFromInline var symbols: SymbolTable = SymbolTable()
    @usableFromInline var header: Header? = nil
    @usableFromInline var policyChanges: [Int: [PolicySetting]] = [:]
    @usableFromInline var freeTexts: [(event: Int, field: FieldName, text: Symbol)] = []
    @usableFromInline var end: End = .cut
    @usableFromInline var hasBadSeal: Bool = false
    @usableFromInline var reusedNames: Set<Symbol> = []

    @usableFromInline init() {}
  }

  /// The first bytes of a name of at most 64, and the number behind `#` if it is not 1.
  private struct LateID {
    var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
    /// 0 once the text was made.
    var count = 0
    var number = 1
  }

  /// The bytes of a short name, in eight words.
  @usableFromInline package typealias Bytes = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  /// Makes an empty session.
  public init() {}

  /// The free text in a field of the record at an index, in O(log n); nil if it has none.
  public func freeText(_ field: FieldName, ofEvent index: Int) -> String? {
    let text = freeTextSymbol(field, ofEvent: index)
    return text.isPresent ? symbols.text(text) : nil
  }

  /// The symbol of the free text in a field of the record at an index, in O(log n).
  public func freeTextSymbol(_ field: FieldName, ofEvent index: Int) -> Symbol {
    var (low, high) = (0, freeTexts.count)
    while low < high {
      let middle = (low + high) / 2
      if freeTexts[middle].event < index { low = middle + 1 } else { high = middle }
    }
    while low < freeTexts.count, freeTexts[low].event == index {
      if freeTexts[low].field == field { return freeTexts[low].text }
      low += 1
    }
    return .absent
  }

  /// The gaps that can hide an event: without that of a header that alone is lost.
  public var hidingGaps: ArraySlice<Gap> {
    let isHeaderAlone =
      header == nil && gaps.first.map { $0.position == 0 && $0.dropped ?? 2 <= 1 } ?? false
    return isHeaderAlone ? gaps.dropFirst() : gaps[...]
  }

  /// Whether `t` and `wall` are times; a session whose header is lost counts as one with times.
  public var hasTimes: Bool { header?.hasTimes ?? true }

  /// Whether the session has several scenes; else all its records belong to one, whatever they
  /// name.
  public var hasScenes: Bool {
    header.map { $0.multiScene == true } ?? events.contains { $0.scene.isPresent }
  }

  /// The classes that rules see: those of the header, else those that occur.
  public var captured: ClassSet {
    if let captures = header?.captures { return captures.union(.always) }
    return events.reduce(into: .always) { classes, event in
      if let eventClass = event.kind.eventClass { classes.insert(ClassSet(eventClass)) }
    }
  }
}

extension Trace {
  /// Sets the name of the session to the first `count` bytes, with `#2` after them if the number is
  /// 2.
  package func name(_ bytes: Bytes, count: Int, number: Int) {
    lateID = LateID(bytes: bytes, count: count, number: number)
    if count == 0 { makeLateID() }
  }

  /// The `SymbolTable.hash(_:)` of the session's name, as its records have it, without `#2`.
  package var nameHash: UInt64 {
    if lateID.count > 0 {
      return SymbolTable.hash(lateID.bytes, count: lateID.count)
    }
    return SymbolTable.hash(String(stored.id.prefix { $0 != "#" }))
  }

  @inline(__always)
  private func makeID() {
    if lateID.count > 0 { makeLateID() }
  }

  @inline(never)
  private func makeLateID() {
    let name = String(lateID.bytes, count: lateID.count)
    stored.id = lateID.number == 1 ? name : "\(name)#\(lateID.number)"
    lateID.count = 0
  }

  /// Removes the session and keeps the memory, unless it is large.
  package func clear() {
    lateID.count = 0
    if !stored.id.isEmpty { stored.id = "" }
    if events.capacity > 1 << 16 {
      events = []
    } else {
      events.removeAll(keepingCapacity: true)
    }
    if !stored.gaps.isEmpty { stored.gaps.removeAll() }
    stored.symbols.removeAll()
    stored.header = nil
    if !stored.policyChanges.isEmpty { stored.policyChanges.removeAll() }
    if !stored.freeTexts.isEmpty { stored.freeTexts.removeAll() }
    stored.end = .cut
    stored.hasBadSeal = false
    if !stored.reusedNames.isEmpty { stored.reusedNames.removeAll() }
  }
}
