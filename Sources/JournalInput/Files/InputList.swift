internal import AdReplay
internal import Platform

/// The inputs of a call, in order.
///
/// There can be a million of them, so that each costs little more than its path.
struct InputList {
  private(set) var paths: [String] = []
  /// Whether each was a regular file when it was listed: reading it never waits for a writer.
  private var areRegular: [Bool] = []
  /// Why some of them cannot be read.
  private var failures: [Int: InputError] = [:]

  init() {}

  init(_ paths: [String], areRegular: Bool) {
    self.paths = paths
    self.areRegular = paths.map { _ in areRegular }
  }

  var count: Int { paths.count }

  func isRegular(_ input: Int) -> Bool { input < count && areRegular[input] }

  func failure(_ input: Int) -> InputError? { failures.isEmpty ? nil : failures[input] }

  mutating func add(_ path: String, isRegular: Bool) {
    paths.append(path)
    areRegular.append(isRegular)
  }

  mutating func add(_ failure: InputError) {
    failures[count] = failure
    add(failure.path, isRegular: false)
  }

  /// Sorts the inputs from one on by path, which nearly all are already; none of them may be a
  /// failure.
  mutating func sort(from start: Int) {
    let isSorted = paths.indices.dropFirst(start + 1).allSatisfy {
      !System.precedes(paths[$0], paths[$0 - 1])
    }
    if isSorted { return }
    let order = (start..<count).sorted { System.precedes(paths[$0], paths[$1]) }
    let (unsorted, wereRegular) = (paths, areRegular)
    for (place, input) in zip(start..., order) {
      paths[place] = unsorted[input]
      areRegular[place] = wereRegular[input]
    }
  }

  /// The list without the files that an earlier path names.
  var withoutRepeatedFiles: InputList {
    var seen: Set<System.FileIdentity> = []
    var list = InputList()
    for input in 0..<count {
      if let failure = failures[input] {
        list.add(failure)
      } else if !areRegular[input] {
        list.add(paths[input], isRegular: false)
      } else if System.identity(path: paths[input]).map({ seen.insert($0).inserted }) ?? true {
        list.add(paths[input], isRegular: true)
      }
    }
    return list
  }
}
