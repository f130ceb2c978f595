/// A set of faults.
public struct FaultSet: SetAlgebra, Sendable {
  /// One bit for each of the first 64 faults, by its raw value.
  private var low: UInt64 = 0
  /// One bit for each of the next 64 faults.
  private var high: UInt64 = 0

  /// Creates an empty set.
  public init() {}

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The set of one fault.
  private init(only fault: Fault) {
    let bit: UInt64 = 1 << (UInt64(fault.rawValue) % 64)
    if fault.rawValue < 64 { low = bit } else { high = bit }
  }

  /// The set of all faults.
  public static let all = FaultSet(Fault.allCases)

  /// The faults of the set, in the order of the cases.
  public var faults: [Fault] { Fault.allCases.filter { contains($0) } }

  /// The sorted ids of the rules that the faults can violate whatever the app does.
  public var breaks: [String] {
    var ids: [String] = []
    for fault in faults { ids += fault.breaks }
    ids.sort()
    return ids.indices.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] }
  }
}

// MARK: - Set algebra

extension FaultSet {
  /// Whether the set contains a fault.
  public func contains(_ fault: Fault) -> Bool { !isDisjoint(with: FaultSet(only: fault)) }

  /// Whether the set has no fault in common with another one.
  public func isDisjoint(with other: FaultSet) -> Bool {
    low & other.low == 0 && high & other.high == 0
  }

  /// Adds the faults of another set.
  public mutating func formUnion(_ other: FaultSet) {
    low |= other.low
    high |= other.high
  }

  /// Keeps only the faults that another set has, too.
  public mutating func formIntersection(_ other: FaultSet) {
    low &= other.low
    high &= other.high
  }

  /// Keeps the faults that only one of two sets has.
  public mutating func formSymmetricDifference(_ other: FaultSet) {
    low ^= other.low
    high ^= other.high
  }

  /// The faults of this set and of another one.
  public func union(_ other: FaultSet) -> FaultSet {
    FaultSet(low: low | other.low, high: high | other.high)
  }

  /// The faults that two sets have in common.
  public func intersection(_ other: FaultSet) -> FaultSet {
    FaultSet(low: low & other.low, high: high & other.high)
  }

  /// The faults that only one of two sets has.
  public func symmetricDifference(_ other: FaultSet) -> FaultSet {
    FaultSet(low: low ^ other.low, high: high ^ other.high)
  }

  /// Adds a fault; returns whether it is new.
  @discardableResult
  public mutating func insert(_ fault: Fault) -> (inserted: Bool, memberAfterInsert: Fault) {
    let isNew = !contains(fault)
    formUnion(FaultSet(only: fault))
    return (isNew, fault)
  }

  /// Adds a fault; returns it if the set had it before.
  @discardableResult
  public mutating func update(with fault: Fault) -> Fault? {
    insert(fault).inserted ? nil : fault
  }

  /// Removes a fault; returns it if the set had it.
  @discardableResult
  public mutating func remove(_ fault: Fault) -> Fault? {
    guard contains(fault) else { return nil }
    formSymmetricDifference(FaultSet(only: fault))
    return fault
  }
}
