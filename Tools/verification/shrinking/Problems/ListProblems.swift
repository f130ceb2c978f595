import PropertyTesting

extension Choices {
  fileprivate func anyInt() -> Int64 { int(Int64.min...Int64.max) }
  fileprivate func anyList() -> [Int64] { array { anyInt() } }
}

extension Problem {
  static let bound5 = Problem(
    name: "bound5",
    smallest: ["[[], [], [], [-1], [-32768]]", "[[], [], [], [-32768], [-1]]"],
    published: "Exhaust 1 result, 104.9; Hypothesis 136.9"
  ) { trial in
    let choices = trial.choices
    let lists = (0..<5).map { _ in
      choices.filter(tries: 20) {
        choices.array(0...10, average: 2) { choices.int(-32768...32767) }
      } _: {
        wrappingSum($0) < 256
      }
    }
    trial.note("\(lists)")
    trial.expect(wrappingSum(lists.flatMap { $0 }) < 5 * 256, "the sum is bounded")
  }

  private static func wrappingSum(_ numbers: [Int]) -> Int16 {
    numbers.reduce(0) { $0 &+ Int16(truncatingIfNeeded: $1) }
  }

  static let largeUnionList = Problem(
    name: "large union list", smallest: ["[[0, 1, -1, 2, -2]]"],
    published: "Exhaust 1 result, 129.4; Hypothesis 341.0"
  ) { trial in
    let lists = trial.choices.array { trial.choices.anyList() }
    trial.note("\(lists)")
    trial.expect(Set(lists.flatMap { $0 }).count <= 4, "at most four different")
  }

  static let reverse = Problem(
    name: "reverse", smallest: ["[0, 1]"], published: "Exhaust 1 result, 7.8; jqwik 17.5"
  ) { trial in
    let list = trial.choices.anyList()
    trial.note("\(list)")
    trial.expect(list == list.reversed(), "a list is its reverse")
  }

  static let lengthList = Problem(
    name: "length list", smallest: ["[900]"],
    published: "Exhaust 1 result, 19.8; Hypothesis 85.1"
  ) { trial in
    let count = trial.choices.int(1...100)
    let list = (0..<count).map { _ in trial.choices.int(0...1000) }
    trial.note("\(list)")
    trial.expect(list.allSatisfy { $0 < 900 }, "all are below 900")
  }

  static let coupling = Problem(
    name: "coupling", smallest: ["[1, 0]"], published: "Exhaust 1 result, 23.2; jqwik 140"
  ) { trial in
    let list = trial.choices.array { trial.choices.int(0...10) }
    trial.note("\(list)")
    guard trial.choices.assume(list.allSatisfy { $0 < list.count }) else { return }
    let isCoupled = list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
    trial.expect(!isCoupled, "no two are coupled")
  }

  static let deletion = Problem(
    name: "deletion", smallest: ["[0, 0] 0"], published: "Exhaust 1 result, 4.5; jqwik 132.7"
  ) { trial in
    let list = trial.choices.anyList()
    guard trial.choices.assume(!list.isEmpty) else { return }
    let number = trial.choices.pick(list.count)
    trial.note("\(list) \(number)")
    let value = list[number]
    var rest = list
    if let index = rest.firstIndex(of: value) { rest.remove(at: index) }
    trial.expect(!rest.contains(value), "what was deleted is gone")
  }

  static let distinct = Problem(
    name: "distinct", smallest: ["[0, 1, -1]", "[0, 1, 2]"],
    published: "Exhaust 1 result, 10.6; elm 295"
  ) { trial in
    let list = trial.choices.anyList()
    trial.note("\(list)")
    trial.expect(Set(list).count < 3, "fewer than three different")
  }

  static let nestedLists = Problem(
    name: "nested lists", smallest: ["[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]"],
    published: "jqwik 20.6; Exhaust 1 result, 37.1"
  ) { trial in
    let lists = trial.choices.array { trial.choices.anyList() }
    trial.note("\(lists)")
    trial.expect(lists.reduce(0) { $0 + $1.count } <= 10, "at most ten in all")
  }
}
