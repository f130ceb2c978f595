internal import JournalFormat

/// The keys of one session by epoch.
///
/// An epoch can only be reached from the one before. So one key in 1024 is kept, and any order of
/// epochs costs little after the highest one was reached.
struct SessionKeys {
  /// The maximum epoch; no recorder writes more segments, and a higher number would only cost time.
  static let mostEpochs: Int64 = 1_000_000
  private static let step: Int64 = 1024

  /// The name of the key from which the keys are derived.
  let name: String
  /// The keys of the epochs 1, 1025, 2049, … up to the highest that was reached.
  private var kept: [EvolvingKey]
  private var newest: EvolvingKey

  init(_ key: SealKey, session: String) {
    name = key.name
    newest = EvolvingKey(key, session: session)
    kept = [newest]
  }

  /// The key of an epoch; nil if there is none.
  mutating func key(of epoch: Int64) -> EvolvingKey? {
    guard (1...Self.mostEpochs).contains(epoch) else { return nil }
    if newest.epoch > epoch {
      let index = min(Int((epoch - 1) / Self.step), kept.count - 1)
      newest = kept[index]
    } else if let last = kept.last, last.epoch > newest.epoch, last.epoch <= epoch {
      newest = last
    }
    while newest.epoch < epoch {
      newest.evolve()
      if newest.epoch == Int64(kept.count) * Self.step + 1 { kept.append(newest) }
    }
    return newest
  }
}
