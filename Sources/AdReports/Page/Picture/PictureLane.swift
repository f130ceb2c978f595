internal import AdRules
internal import AdSession

/// A horizontal lane of a session's picture.
struct PictureLane {
  /// The subject of a lane.
  enum Key: Hashable {
    /// The app's phases, and the lock of the screen.
    case app
    /// Everything else on the screen: loading screens, forms, dialogs, ad windows.
    case screen
    /// A slot: an ad unit in a scene.
    case slot(unit: Symbol, scene: Symbol)
    /// Witness records that belong to no other lane.
    case other
  }

  /// A record that is drawn as a symbol.
  struct Mark: Equatable {
    let index: Int
    let sign: String
  }

  /// A numbered violation, at the record at which it became certain.
  struct Pin {
    /// The number of the violation in the list below the picture, from 1.
    let number: Int
    let index: Int
    /// The row above the bands, from 0; pins that are close to each other have different levels.
    var level = 0
  }

  /// A record that is part of witnesses.
  struct Ring {
    let index: Int
    /// The numbers of the violations whose witness it belongs to, in ascending order.
    var numbers: [Int]
    var level = 0
  }

  /// The time window in which a required event is missing.
  struct Bracket {
    let number: Int
    let kind: EventKind
    let begin: PicturePoint
    let end: PicturePoint
    var level = 0
  }

  let key: Key
  /// The ad format of a slot; absent for other lanes.
  let format: Word
  /// The bands by row; the bands of one row never overlap.
  var rows: [[PictureLife]] = []
  var marks: [Mark] = []
  var pins: [Pin] = []
  var rings: [Ring] = []
  var brackets: [Bracket] = []

  init(_ key: Key, _ format: Word) {
    self.key = key
    self.format = format
  }

  /// The number of rows of pins and rings.
  var pinLevels: Int { (pins.map { $0.level } + rings.map { $0.level }).max().map { $0 + 1 } ?? 0 }

  /// The number of rows of brackets.
  var bracketLevels: Int { brackets.map { $0.level }.max().map { $0 + 1 } ?? 0 }
}

extension PictureLane {
  mutating func add(_ missing: Violation.Missing, _ number: Int, _ trace: Trace) {
    brackets.append(
      Bracket(
        number: number, kind: missing.kind,
        begin: PicturePoint(after: trace.lastIndex(upTo: missing.fromT), t: missing.fromT),
        end: PicturePoint(after: trace.lastIndex(upTo: missing.toT), t: missing.toT)))
  }

  mutating func ring(_ index: Int, _ number: Int) {
    if let known = rings.firstIndex(where: { $0.index == index }) {
      rings[known].numbers.append(number)
    } else {
      rings.append(Ring(index: index, numbers: [number]))
    }
  }
}

extension PictureLane.Key {
  var isSlot: Bool { if case .slot = self { true } else { false } }
}

extension PictureLane.Ring {
  /// The numbers; only the first and the last of more than three.
  var label: String {
    if numbers.count <= 3 { return numbers.map { String($0) }.joined(separator: ",") }
    return "\(numbers[0])…\(numbers[numbers.count - 1])"
  }
}

extension PictureLane.Bracket {
  /// The visible text.
  var label: String { "\(number): no \(kind.name)" }
}
