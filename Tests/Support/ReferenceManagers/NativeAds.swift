internal import AdTesting

/// Shows a native ad of its own in each row of a list, and keeps it until the row is gone.
class NativeAds: ViewAds {
  /// The ad of one row.
  final class Row {
    let loader: ViewLoader
    var ad: SimulatedViewAd?
    var wasSeen = false
    init(_ loader: ViewLoader) { self.loader = loader }
  }

  var rows: [AdPlacement: Row] = [:]
  static var app: TestedApp { .native() }

  func row(_ placement: AdPlacement) -> Row {
    if let row = rows[placement] { return row }
    let row = Row(loader(placement))
    row.loader.wantsAd = { [unowned row] in row.ad == nil }
    row.loader.onLoaded = { [weak self, weak row] in
      guard let row, let self else { return $0.discard(.other) }
      loaded($0, row)
    }
    rows[placement] = row
    return row
  }

  func load(_ placement: AdPlacement, _ reason: LoadReason) { row(placement).loader.load(reason) }

  func loaded(_ new: SimulatedViewAd, _ row: Row) {
    if row.ad != nil { return new.discard(.replaced) }
    put(new, into: row)
  }

  func put(_ new: SimulatedViewAd, into row: Row) {
    row.ad = new
    row.wasSeen = visible.contains(row.loader.placement)
    new.show(in: row.loader.placement)
  }

  override func fill(_ reason: LoadReason) {
    for placement in visible where rows[placement]?.ad == nil { load(placement, reason) }
  }

  /// Whether an ad can still come into view for the first time.
  func isFresh(_ ad: SimulatedViewAd) -> Bool { now - ad.loadedAt < 3_600_000 }

  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    let row = row(placement)
    if let ad = row.ad, !row.wasSeen, !isFresh(ad) {
      row.ad = nil
      ad.discard(.expired)
    }
    guard row.ad != nil else { return load(placement, .notReady) }
    row.wasSeen = true
  }

  override func viewRemoved(_ placement: AdPlacement) {
    let row = rows.removeValue(forKey: placement)
    row?.ad?.discard(.other)
  }
}

/// Keeps two native ads ready for the rows that appear.
class PooledNativeAds: NativeAds {
  var pool: [SimulatedViewAd] = []
  var size: Int { 2 }
  private lazy var loader: ViewLoader? = phone.placements.first.map { placement in
    let loader = loader(placement)
    loader.wantsAd = { [unowned self] in pool.count < size }
    loader.onLoaded = { [unowned self] in pooled($0) }
    return loader
  }

  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    let row = row(placement)
    while !pool.isEmpty && row.ad == nil {
      let ad = pool.removeFirst()
      isFresh(ad) ? put(ad, into: row) : ad.discard(.expired)
    }
    refill(reason)
  }

  override func fill(_ reason: LoadReason) {
    super.fill(reason)
    refill(reason)
  }

  func refill(_ reason: LoadReason) {
    if pool.count < size { loader?.load(reason) }
  }

  func pooled(_ new: SimulatedViewAd) {
    if pool.count >= size { return new.discard(.replaced) }
    pool.append(new)
    let waiting = visible.first { rows[$0]?.ad == nil }
    waiting.map { load($0, .user) } ?? refill(.user)
  }
}
