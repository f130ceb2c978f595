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
  var format = Word.absent
  /// The bands, row by row; those of one row never overlap.
  var rows: [[PictureLife]] = []
  var marks: [Mark] = []
  var pins: [Pin] = []
  var rings: [Ring] = []
  var brackets: [Bracket] = []

  init(_ key: Key) { self.key = key }

  /// How many rows of pins it has.
  var pinLevels: Int { (pins.map(\.level) + rings.map(\.level)).max().map { $0 + 1 } ?? 0 }

  /// How many rows of brackets it has.
  var bracketLevels: Int { brackets.map(\.level).max().map { $0 + 1 } ?? 0 }
}
