internal import AdRules
internal import AdSession

/// A lane of a session's picture, from the top: what it is of and what lies in it.
struct PictureLane {
  /// What a lane is of.
  enum Key: Hashable {
    /// The app's phases, and the lock of the screen.
    case app
    /// What else is up: loading screens, forms, dialogs, windows of the ad module.
    case screen
    /// A slot: a unit in a scene.
    case slot(unit: Symbol, scene: Symbol)
    /// Records of none of these that a violation points to.
    case other
  }

  /// A record that is drawn as a sign.
  struct Mark: Equatable {
    let index: Int
    let sign: String
  }

  /// A violation, where it became certain.
  struct Pin {
    /// From 1, in the order of the sentences below the picture.
    let number: Int
    let index: Int
    /// The row above the bands, from 0, so that pins that are close do not hide each other.
    var level = 0
  }

  /// A record of witnesses.
  struct Ring {
    let index: Int
    /// The violations that it shows, rising.
    var numbers: [Int]
    var level = 0
  }

  /// The window in which an event had to come.
  struct Bracket {
    let number: Int
    let kind: EventKind
    let begin: PicturePlace
    let end: PicturePlace
    var level = 0
  }

  let key: Key
  /// The format, where it is a slot's.
  let format: Word
  /// The bands, row by row; those of one row never overlap.
  var rows: [[PictureLife]] = []
  var marks: [Mark] = []
  var pins: [Pin] = []
  var rings: [Ring] = []
  var brackets: [Bracket] = []

  init(_ key: Key, _ format: Word) {
    self.key = key
    self.format = format
  }

  /// How many rows of pins it has.
  var pinLevels: Int { (pins.map(\.level) + rings.map(\.level)).max().map { $0 + 1 } ?? 0 }

  /// How many rows of brackets it has.
  var bracketLevels: Int { brackets.map(\.level).max().map { $0 + 1 } ?? 0 }
}

extension PictureLane {
  mutating func add(_ missing: Violation.Missing, _ number: Int, _ trace: Trace) {
    brackets.append(
      Bracket(
        number: number, kind: missing.kind,
        begin: PicturePlace(after: trace.lastIndex(upTo: missing.fromT), t: missing.fromT),
        end: PicturePlace(after: trace.lastIndex(upTo: missing.toT), t: missing.toT)))
  }

  mutating func ring(_ index: Int, _ number: Int) {
    if let place = rings.firstIndex(where: { $0.index == index }) {
      rings[place].numbers.append(number)
    } else {
      rings.append(Ring(index: index, numbers: [number]))
    }
  }
}

extension PictureLane.Key {
  var isSlot: Bool { if case .slot = self { true } else { false } }
}

extension PictureLane.Ring {
  /// The numbers, of many the first and the last.
  var label: String {
    if numbers.count <= 3 { return numbers.map { String($0) }.joined(separator: ",") }
    return "\(numbers[0])…\(numbers[numbers.count - 1])"
  }
}

extension PictureLane.Bracket {
  /// What a person reads in it.
  var label: String { "\(number): no \(kind.name)" }
}
