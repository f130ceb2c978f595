internal import AdRules
internal import AdSession

extension PictureLane {
  /// So many rows of pins a lane has at most.
  private static let mostLevels = 8

  /// Gives pins, rings and brackets that are close to each other levels of their own.
  mutating func level(in picture: SessionPicture) {
    levelSigns(in: picture)
    levelBrackets(in: picture)
  }

  private mutating func levelSigns(in picture: SessionPicture) {
    var ends: [Double] = []
    var signs: [(x: Double, width: Double, isPin: Bool, place: Int)] = []
    for (place, pin) in pins.enumerated() {
      signs.append((picture.place(pin.index), 19, true, place))
    }
    for (place, ring) in rings.enumerated() {
      let width = 13 + 6 * Double(ring.label.count)
      let kind = picture.kind(besides: ring, in: self).map { 12 * Double($0.count) } ?? 0
      signs.append((picture.place(ring.index), width + kind, false, place))
    }
    signs.sort { ($0.x, $0.isPin ? 0 : 1, $0.place) < ($1.x, $1.isPin ? 0 : 1, $1.place) }
    for sign in signs {
      let begin = sign.x - sign.width / 2
      let level = Self.level(begin, begin + sign.width, &ends)
      if sign.isPin {
        pins[sign.place].level = level
      } else {
        rings[sign.place].level = level
      }
    }
  }

  private mutating func levelBrackets(in picture: SessionPicture) {
    var ends: [Double] = []
    for place in brackets.indices {
      let bracket = brackets[place]
      let (begin, end) = (picture.place(bracket.begin), picture.place(bracket.end))
      brackets[place].level = Self.level(
        begin, max(end, begin + 7 * Double(bracket.label.count) + 12), &ends)
    }
  }

  /// The lowest level that is free; where all are full, the one that is free first.
  private static func level(_ begin: Double, _ end: Double, _ ends: inout [Double]) -> Int {
    var level = ends.firstIndex { $0 <= begin } ?? ends.count
    if level == mostLevels {
      level = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
    }
    if level == ends.count { ends.append(end) } else { ends[level] = end }
    return level
  }
}
