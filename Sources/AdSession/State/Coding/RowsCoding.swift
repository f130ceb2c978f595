// Most of a long session's state are rows of ads and requests, of which each says little more than
// the one before: eight bytes say it, and are read at once.

extension Table<AdState> {
  /// Writes of each ad what it says beyond one that was written before.
  func write(to writer: inout StateWriter) {
    _ = writer.count(count)
    var kinds = AdKinds()
    var before = AdRow.Before()
    for number in indices {
      var ad = self[number]
      if let word = AdRow.word(of: ad, kinds, after: before) {
        writer.word(word)
        ad.code(rare: word &>> AdRow.rarePlace, &writer)
      } else {
        writer.word(AdRow.whole)
        ad.code(&writer)
        kinds.add(ad)
      }
      before.pass(ad)
    }
  }

  /// Reads what ``write(to:)`` wrote in the place of what there is.
  mutating func read(_ reader: inout StateReader) {
    let count = reader.count(0)
    self = Table()
    // The session goes on: room for more, so that what is read is not moved soon.
    reserve(count + count / 4)
    append(count: count) { rows in
      var kinds = AdKinds()
      var before = AdRow.Before()
      for number in 0..<count {
        let word = reader.word()
        let row = rows + number
        let kind = Int(truncatingIfNeeded: word & AdRow.whole)
        if kind < kinds.ads.count {
          row.initialize(to: kinds.ads[kind])
          AdRow.read(word, &row.pointee, &before, &reader)
        } else {
          row.initialize(to: AdState())
          row.pointee.code(&reader)
          kinds.add(row.pointee)
          before.pass(row.pointee)
        }
      }
    }
  }
}

/// What the ads that were written with all their members may have in common with later ones.
private struct AdKinds {
  private(set) var ads = Table<AdState>()
  private var next = 0

  /// Keeps an ad, in the place of the oldest where there is no room.
  mutating func add(_ ad: AdState) {
    var kind = ad
    kind.anonymousLoad = -1
    kind.completedLoad = .absent
    kind.lastMapped = -1
    kind.clickedWhileShown = -1
    kind.vagueShow = -1
    (kind.pendingScene, kind.pendingBefore, kind.pendingAfter) = (-1, -1, -1)
    if ads.count < AdRow.whole {
      _ = ads.append(kind)
    } else {
      ads[next] = kind
      next = (next + 1) % ads.count
    }
  }

  /// The place of an ad that says the same where many ads do.
  func place(of ad: AdState) -> Int? {
    for place in ads.indices {
      let kind = ads[place]
      if kind.unit == ad.unit, kind.scene == ad.scene, kind.shownScene == ad.shownScene,
        kind.phase == ad.phase, kind.slot == ad.slot, kind.format == ad.format,
        kind.isSceneUncertain == ad.isSceneUncertain, kind.hasUncertainShow == ad.hasUncertainShow
      {
        return place
      }
    }
    return nil
  }
}

/// The eight bytes of an ad: its kind, what it says that few do, and how far its name, its request
/// and its `ad.loaded` are from those of the ad before.
private enum AdRow {
  /// The kind of an ad that is written with all its members.
  static let whole: UInt64 = 0xFF
  static let rarePlace: UInt64 = 8

  /// What was last said.
  struct Before {
    var ad = 0
    var request = 0
    var index = 0

    mutating func pass(_ ad: AdState) {
      self.ad = Int(ad.ad.id)
      if ad.request >= 0 { request = ad.request }
      if ad.formatIndex >= 0 { index = ad.formatIndex }
    }
  }

  /// Nil where it does not fit.
  static func word(of ad: AdState, _ kinds: AdKinds, after before: Before) -> UInt64? {
    guard ad.request >= 0, ad.formatIndex >= 0, ad.loadedIndex == ad.formatIndex,
      ad.vagueShow == -1, ad.pendingScene == -1, ad.pendingBefore == -1, ad.pendingAfter == -1,
      let name = Int16(exactly: Int(ad.ad.id) - before.ad),
      let request = Int16(exactly: ad.request - before.request),
      let index = Int16(exactly: ad.formatIndex - before.index),
      let kind = kinds.place(of: ad)
    else { return nil }
    return UInt64(kind) | ad.rare << rarePlace | bits(name) << 16 | bits(request) << 32
      | bits(index) << 48
  }

  private static func bits(_ number: Int16) -> UInt64 { UInt64(UInt16(bitPattern: number)) }

  /// The number whose bits end before this one.
  @inline(__always)
  private static func number(_ word: UInt64, upTo end: UInt64) -> Int {
    Int(truncatingIfNeeded: Int64(bitPattern: word &<< (64 &- end)) &>> 48)
  }

  /// Completes an ad of its kind.
  @inline(__always)
  static func read(
    _ word: UInt64, _ ad: inout AdState, _ before: inout Before, _ reader: inout StateReader
  ) {
    before.ad &+= number(word, upTo: 32)
    before.request &+= number(word, upTo: 48)
    before.index &+= number(word, upTo: 64)
    ad.ad.id = UInt32(truncatingIfNeeded: before.ad)
    ad.request = before.request
    ad.formatIndex = before.index
    ad.loadedIndex = before.index
    if word & 0xFF00 != 0 { ad.code(rare: word &>> rarePlace, &reader) }
  }
}

extension AdState {
  /// Which members ``code(rare:_:)`` is to write.
  fileprivate var rare: UInt64 {
    (anonymousLoad == -1 ? 0 : 1) | (completedLoad.isPresent ? 2 : 0) | (lastMapped == -1 ? 0 : 4)
      | (clickedWhileShown == -1 ? 0 : 8)
  }

  /// The members that few ads have, a bit each.
  @inline(never)
  fileprivate mutating func code(rare: UInt64, _ coder: inout some StateCoder) {
    if rare & 1 != 0 { coder.code(&anonymousLoad) }
    if rare & 2 != 0 { coder.code(&completedLoad) }
    if rare & 4 != 0 { coder.code(&lastMapped, after: formatIndex) }
    if rare & 8 != 0 { coder.code(&clickedWhileShown, after: formatIndex) }
  }
}

extension Table<RequestState> {
  /// Writes of each request what it says beyond the one before.
  func write(to writer: inout StateWriter) {
    _ = writer.count(count)
    var before = RequestState()
    for number in indices {
      var request = self[number]
      if let word = RequestRow.word(of: request, after: before) {
        writer.word(word)
      } else {
        writer.word(RequestRow.whole)
        request.code(&writer)
      }
      before = request
    }
  }

  /// Reads what ``write(to:)`` wrote in the place of what there is.
  mutating func read(_ reader: inout StateReader) {
    let count = reader.count(0)
    self = Table()
    reserve(count + count / 4)
    append(count: count) { rows in
      var (name, index) = (0, -1)
      for number in 0..<count {
        let word = reader.word()
        let row = rows + number
        row.initialize(to: RequestState())
        if word == RequestRow.whole {
          row.pointee.code(&reader)
          (name, index) = (Int(row.pointee.request.id), row.pointee.requestedIndex)
        } else {
          RequestRow.read(word, &row.pointee, &name, &index)
        }
      }
    }
  }
}

/// The eight bytes of a request: how far its name and its `ad.requested` are from those of the one
/// before, how long it took, its slot, and what came of it.
private enum RequestRow {
  /// A request that is written with all its members; no slot.
  static let whole = UInt64.max
  private static let noSlot = 0xFF

  /// Nil where it does not fit.
  static func word(of request: RequestState, after before: RequestState) -> UInt64? {
    let took = request.completedIndex < 0 ? 0 : request.completedIndex - request.requestedIndex
    guard request.requestedIndex >= 0, request.lastAnonymousLoad == -1,
      request.completedIndex < 0 || took > 0, request.completedIndex >= -1,
      let name = UInt16(exactly: Int(request.request.id) - Int(before.request.id)),
      let index = UInt16(exactly: request.requestedIndex - before.requestedIndex),
      let length = UInt16(exactly: took),
      case let slot = request.slot < 0 ? noSlot : request.slot, request.slot < noSlot,
      request.slot >= -1, request.loadedCount & ~0xF == 0, request.failedCount & ~0x7 == 0
    else { return nil }
    let counts = UInt64(request.loadedCount) << 56 | UInt64(request.failedCount) << 60
    return UInt64(name) | UInt64(index) << 16 | UInt64(length) << 32 | UInt64(slot) << 48 | counts
  }

  @inline(__always)
  static func read(
    _ word: UInt64, _ request: inout RequestState, _ name: inout Int, _ index: inout Int
  ) {
    name &+= Int(word & 0xFFFF)
    index &+= Int((word &>> 16) & 0xFFFF)
    let took = Int((word &>> 32) & 0xFFFF)
    let slot = Int((word &>> 48) & 0xFF)
    request.request.id = UInt32(truncatingIfNeeded: name)
    request.requestedIndex = index
    request.completedIndex = took == 0 ? -1 : index &+ took
    request.slot = slot == noSlot ? -1 : slot
    request.loadedCount = Int((word &>> 56) & 0xF)
    request.failedCount = Int(word &>> 60)
  }
}
