internal import AdRules
internal import AdSession

extension PictureLane {
  /// The maximum number of levels of a lane.
  private static let mostLevels = 8

  /// Gives pins, rings and brackets that would overlap different levels.
  mutating func level(in picture: SessionPicture) {
    levelSigns(in: picture)
    levelBrackets(in: picture)
  }

  private mutating func levelSigns(in picture: SessionPicture) {
    var ends: [Double] = []
    var signs: [(x: Double, width: Double, isPin: Bool, index: Int)] = []
    for (index, pin) in pins.enumerated() {
      signs.append((picture.x(ofRecord: pin.index), 19, true, index))
    }
    for (index, ring) in rings.enumerated() {
      let width = 13 + 6 * Double(ring.label.count)
      let kind = picture.kind(besides: ring, in: self).map { 12 * Double($0.count) } ?? 0
      signs.append((picture.x(ofRecord: ring.index), width + kind, false, index))
    }
    signs.sort { ($0.x, $0.isPin ? 0 : 1, $0.index) < ($1.x, $1.isPin ? 0 : 1, $1.index) }
    for sign in signs {
      let begin = sign.x - sign.width / 2
      let level = Self.level(begin, begin + sign.width, &ends)
      if sign.isPin {
        pins[sign.index].level = level
      } else {
        rings[sign.index].level = level
      }
    }
  }

  private mutating func levelBrackets(in picture: SessionPicture) {
    var ends: [Double] = []
    for index in brackets.indices {
      let bracket = brackets[index]
      let (begin, end) = (picture.x(of: bracket.begin), picture.x(of: bracket.end))
      brackets[index].level = Self.level(
        begin, max(end, begin + 7 * Double(bracket.label.count) + 12), &ends)
    }
  }

  /// The lowest free level, or the one that becomes free first if all are occupied.
  private static func level(_ begin: Double, _ end: Double, _ ends: inout [Double]) -> Int {
    var level = ends.firstIndex { $0 <= begin } ?? ends.count
    if level == mostLevels {
      level = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
    }
    if level == ends.count { ends.append(end) } else { ends[level] = end }
    return level
  }
}
