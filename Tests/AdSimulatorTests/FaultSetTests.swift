import AdSimulator
import Testing

struct FaultSetTests {
  @Test(arguments: Fault.allCases)
  func `a set of one fault contains no other`(fault: Fault) {
    let set: FaultSet = [fault]
    #expect(set.faults == [fault] && set.breaks == fault.breaks.sorted())
    #expect(FaultSet.all.subtracting(set).faults == Fault.allCases.filter { $0 != fault })
  }

  @Test func `faults on both sides of the 64th are combined and removed alike`() {
    var set: FaultSet = [.noFill, .segments]
    let other: FaultSet = [.segments, .offline]
    #expect(set.union(other) == [.noFill, .segments, .offline])
    #expect(set.intersection(other) == [.segments])
    #expect(set.symmetricDifference(other) == [.noFill, .offline])
    #expect(set.isDisjoint(with: [.offline]) && !set.isDisjoint(with: other))
    #expect(set.insert(.offline).inserted && !set.insert(.offline).inserted)
    #expect(set.update(with: .offline) == .offline && set.update(with: .slowLoad) == nil)
    #expect(set.remove(.offline) == .offline && set.remove(.offline) == nil)
    set.formIntersection([.slowLoad, .offline])
    #expect(set == [.slowLoad])
  }
}
