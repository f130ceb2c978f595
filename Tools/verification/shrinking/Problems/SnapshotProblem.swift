import PropertyTesting

/// A store of versioned values that forgets too much when it is compacted.
private struct SnapshotStore {
  private var versions: [[(time: Int, value: Int)]] = Array(repeating: [], count: 10)
  private var writes: [(key: Int, value: Int)] = []
  private var snapshots: [(name: Int, time: Int, seen: Int)] = []
  private var clock = 0
  private var nextName = 0
  var log: [String] = []

  /// Does one command; answers whether it was valid, and whether what it read was right.
  mutating func step(_ choices: Choices) -> (isValid: Bool, isRight: Bool) {
    let command = choices.pick(6)
    switch command {
    case 0: put(choices.int(0...9), choices.int(0...9))
    case 1: snapshot()
    case 2: compact()
    case 3: return (true, get(choices.int(0...9)))
    default:
      if snapshots.isEmpty { return (false, true) }
      let handle = choices.int(0...999)
      let index = snapshots.count - 1 - handle % snapshots.count
      if command == 4 { return (true, read(index, choices.int(0...9))) }
      log.append("release(s\(snapshots.remove(at: index).name))")
    }
    return (true, true)
  }

  private mutating func put(_ key: Int, _ value: Int) {
    clock += 1
    versions[key].append((clock, value))
    writes.append((key, value))
    log.append("put(\(key), \(value))")
  }

  private mutating func snapshot() {
    snapshots.append((nextName, clock, writes.count))
    log.append("s\(nextName) = snapshot()")
    nextName += 1
  }

  /// The mistake: it keeps what the newest snapshot needs, not what the oldest does.
  private mutating func compact() {
    let horizon = snapshots.map(\.time).max() ?? clock
    for key in versions.indices {
      guard let kept = versions[key].lastIndex(where: { $0.time <= horizon }) else { continue }
      versions[key].removeFirst(kept)
    }
    log.append("compact()")
  }

  private mutating func get(_ key: Int) -> Bool {
    log.append("get(\(key))")
    return versions[key].last?.value == latest(key, writes.count)
  }

  private mutating func read(_ index: Int, _ key: Int) -> Bool {
    let snapshot = snapshots[index]
    log.append("read(s\(snapshot.name), \(key))")
    let found = versions[key].last { $0.time <= snapshot.time }?.value
    return found == latest(key, snapshot.seen)
  }

  private func latest(_ key: Int, _ count: Int) -> Int? {
    writes.prefix(count).last { $0.key == key }?.value
  }
}

extension Problem {
  static let snapshotStore = Problem(
    name: "snapshot store",
    smallest: [
      "[put(0, 0), s0 = snapshot(), put(0, 0), s1 = snapshot(), compact(), read(s0, 0)]"
    ], published: "Exhaust 73 % (241.6); Hegel 71 % (2 268.7); Hypothesis 37 % (431.3)"
  ) { trial in
    var store = SnapshotStore()
    for _ in 0..<50 {
      trial.choices.begin("command")
      guard trial.choices.bool(probability: 0.98) else {
        trial.choices.end()
        break
      }
      let (isValid, isRight) = store.step(trial.choices)
      trial.choices.end(discarding: !isValid)
      trial.expect(isRight, "a snapshot reads what was there")
      if !isRight { break }
    }
    trial.note("[\(store.log.joined(separator: ", "))]")
  }
}
