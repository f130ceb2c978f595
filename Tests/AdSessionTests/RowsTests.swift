@testable import AdSession
import Testing

/// Numbers that a seed repeats.
private struct Dice {
  var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func draw(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

private final class Counted {
  let number: Int

  init(_ number: Int) { self.number = number }
}

@Suite struct `Rows and short lists` {
  /// Whatever is done to a list of ordered numbers, it says what an array says.
  @Test(arguments: 0..<100)
  func `ordered numbers equal those of an array`(_ seed: Int) {
    var dice = Dice(seed)
    var (numbers, array) = (OrderedNumbers(), [Int32]())
    for step in 0..<dice.draw(120) {
      switch dice.draw(10) {
      case 0..<5:
        let next = Int(array.last ?? 0) + 1 + dice.draw(3)
        numbers.append(next)
        array.append(Int32(next))
      case 5..<7:
        let number = array.isEmpty ? 1 : Int(array[dice.draw(2) == 0 ? 0 : dice.draw(array.count)])
        numbers.remove(number) { $0 }
        array.removeAll { $0 == number }
      case 7:
        let number = dice.draw(Int(array.last ?? 0) + 2)
        numbers.insertRising(number)
        if !array.contains(Int32(number)) { array = (array + [Int32(number)]).sorted() }
      case 8:
        numbers.removeYoungest()
        _ = array.popLast()
      default:
        if dice.draw(8) == 0 {
          numbers.removeAll()
          array = []
        }
      }
      #expect(Array(numbers) == array, "seed \(seed), step \(step)")
      if Array(numbers) != array { return }
    }
  }

  /// A table says what an array says; a copy keeps its rows whatever becomes of their number.
  @Test(arguments: 0..<100)
  func `a table equals an array`(_ seed: Int) {
    var dice = Dice(seed)
    var (table, array) = (Table<[Int]>(), [[Int]]())
    var kept: [(copy: Table<[Int]>, rows: [[Int]])] = []
    for step in 0..<dice.draw(80) {
      switch dice.draw(8) {
      case 0..<4:
        let added = 1 + dice.draw(4)
        #expect(table.append(repeating: [step], count: added) == array.count)
        array += Array(repeating: [step], count: added)
      case 4 where !array.isEmpty:
        let number = dice.draw(array.count)
        kept = []
        table[number].append(step)
        array[number].append(step)
      case 5 where !array.isEmpty:
        table.removeYoungest()
        array.removeLast()
      case 6: kept.append((table, array))
      default:
        if dice.draw(4) == 0 {
          table.removeAll()
          array = []
        }
      }
      let isEqual = Array(table) == array && Array(Table(copying: table)) == array
      let areKept = kept.allSatisfy { Array($0.copy) == $0.rows }
      #expect(isEqual && areKept, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<100)
  func `a short table equals a dictionary`(_ seed: Int) {
    var dice = Dice(seed)
    var (table, dictionary) = (ShortTable<Int, Int>(), [Int: Int]())
    for step in 0..<dice.draw(60) {
      let key = dice.draw(14)
      table.set(key, to: step)
      dictionary[key] = step
      if dice.draw(30) == 0 {
        table.removeAll()
        dictionary = [:]
      }
      let areEqual = (0..<14).allSatisfy { table[$0] == dictionary[$0] }
      #expect(areEqual, "seed \(seed), step \(step)")
    }
  }

  @Test func `the end of a slab frees its values`() {
    weak var last: Counted?
    do {
      let slab = Slab(count: 3) { Counted($0) }
      last = slab[2]
      #expect(last?.number == 2)
    }
    #expect(last == nil)
  }

  @Test func `a pool returns the value that was put back last, and frees the others at its end`() {
    weak var free: Counted?
    do {
      var pool = CellPool<Counted>()
      let (one, two) = (pool.take { Counted(1) }, pool.take { Counted(2) })
      free = one.value
      pool.put(one)
      pool.put(two)
      #expect(pool.take { Counted(3) } == two)
      CellPool.release(two)
      #expect(free?.number == 1)
    }
    #expect(free == nil)
  }

  @Test func `a kind set contains the kinds of its classes`() {
    for eventClass in EventClass.allCases {
      let classes = ClassSet.always.union(ClassSet(eventClass))
      let kinds = KindSet(of: classes)
      for kind in EventKind.allCases {
        let isOne = kind.eventClass.map { classes.contains(ClassSet($0)) } ?? false
        #expect(kinds.contains(kind) == isOne, "\(kind) in \(eventClass)")
      }
    }
  }
}
