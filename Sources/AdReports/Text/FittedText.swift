/// Lines for people that fit a terminal: broken between words, never inside one.
///
/// A line that is too long goes on under its last column: behind the last two or more spaces in its
/// first part, which separate columns; else two columns further than it begins. Colors and links
/// take no room. A line that is a command of the tool stays whole, so that it can be copied.
public struct FittedText: Sendable {
  /// The least width that lines are broken for, in columns; of a narrower terminal, lines are
  /// longer.
  public static let least = 20

  private let width: Int

  /// Makes lines of at most this many columns, but not less than ``least``.
  public init(width: Int) { self.width = max(width, Self.least) }

  /// The text with each of its lines broken; linear in its length.
  ///
  /// - Parameter margin: The column in which the further lines begin; nil finds it for each line.
  public func text(_ text: String, margin: Int? = nil) -> String {
    if text.utf8.count <= width { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      line($0, margin)
    }.joined(separator: "\n")
  }

  private func line(_ line: Substring, _ margin: Int?) -> String {
    let isCommand = line.drop { $0 == " " }.hasPrefix("adjournal ")
    if line.utf8.count <= width || isCommand { return String(line) }
    let pieces = Self.pieces(of: line)
    if pieces.reduce(0, { $0 + $1.columns }) <= width { return String(line) }
    let (short, last) = margin.map { ($0, $0) } ?? indents(pieces)
    var text = ""
    var column = 0
    var space = ""
    for piece in pieces {
      if piece.isSpace {
        space = String(piece.text)
      } else {
        if column > 0 && column + space.utf8.count + piece.columns > width {
          column = [last, short].first { $0 + piece.columns <= width } ?? 0
          text += "\n" + String(repeating: " ", count: column)
        } else {
          text += space
          column += space.utf8.count
        }
        text += piece.text
        column += piece.columns
        space = ""
      }
    }
    return text
  }

  /// The columns in which the following lines begin: for words that have no room in the last
  /// column of the line, and for all others.
  private func indents(_ pieces: [Piece]) -> (short: Int, last: Int) {
    let margin = pieces.first.flatMap { $0.isSpace ? $0.columns : nil } ?? 0
    var last = min(margin + 2, width / 2)
    let short = min(last, 6)
    var column = 0
    for (index, piece) in pieces.enumerated() {
      column += piece.columns
      if column > width * 3 / 5 { break }
      if piece.isSpace && piece.columns > 1 && index > 0 { last = column }
    }
    return (short, last)
  }

  /// A word, or the spaces between two words.
  private struct Piece {
    let text: Substring
    let columns: Int
    let isSpace: Bool
  }

  private static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line.unicodeScalars
    while let first = rest.first {
      let start = rest.startIndex
      var columns = 0
      let isSpace = first == " "
      while let scalar = rest.first, (scalar == " ") == isSpace {
        if scalar == "\u{1B}" {
          dropEscape(&rest)
        } else {
          columns += Self.columns(scalar)
          rest.removeFirst()
        }
      }
      let text = line[start..<rest.startIndex]
      pieces.append(Piece(text: text, columns: columns, isSpace: isSpace))
      joinUnit(&pieces, in: line)
    }
    return pieces
  }

  /// Makes one piece of a number and the unit behind it: `4 h`, `12.5 %`.
  private static func joinUnit(_ pieces: inout [Piece], in line: Substring) {
    guard pieces.count > 2 else { return }
    let (number, space, unit) = (
      pieces[pieces.count - 3], pieces[pieces.count - 2], pieces[pieces.count - 1]
    )
    guard !unit.isSpace, unit.columns <= longestUnit, space.columns == 1,
      number.text.last?.isNumber == true
    else { return }
    pieces.removeLast(3)
    let columns = number.columns + 1 + unit.columns
    pieces.append(
      Piece(
        text: line[number.text.startIndex..<unit.text.endIndex], columns: columns, isSpace: false))
  }

  /// The columns of the longest unit, with a comma or a parenthesis behind it: `min),`.
  private static let longestUnit = 5

  /// Drops a color (`ESC [ … m`) or the begin or the end of a link (`ESC ] … ESC \`).
  private static func dropEscape(_ rest: inout Substring.UnicodeScalarView) {
    rest.removeFirst()
    let isLink = rest.first == "]"
    while let scalar = rest.popFirst() {
      if isLink ? scalar == "\\" : scalar == "m" { return }
    }
  }

  /// The columns of a text on a terminal.
  public static func columns(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      ? text.utf8.count : pieces(of: Substring(text)).reduce(0) { $0 + $1.columns }
  }

  /// A text with spaces behind it, at least so many columns wide.
  package static func padded(_ text: String, _ width: Int) -> String {
    text + spaces(width, less: text)
  }

  /// A text with spaces before it, at least so many columns wide.
  package static func aligned(_ text: String, _ width: Int) -> String {
    spaces(width, less: text) + text
  }

  private static func spaces(_ width: Int, less text: String) -> String {
    String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// 2 for wide characters of East Asia and pictures, 0 for marks on the character before, else 1.
  ///
  /// The ranges are the blocks of Unicode that are wide as a whole (Standard Annex 11).
  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x300: 1
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
    }
  }
}

extension FittedText {
  /// The text with identifiers of AdMob's ad units shortened: `…/4410027781`.
  ///
  /// The first part names the publisher and is the same for all units of an app.
  public static func shorteningUnits(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
    let parts = partsBetweenPublishers(text)
    guard parts.count > 1 else { return text }
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let rest = part.drop { $0.isASCII && $0.isNumber }
      let isUnit = part.count - rest.count == 16 && rest.first == "/"
      return text + (isUnit ? "…" + rest : publisher + part)
    }
  }

  private static let publisher = "ca-app-pub-"

  private static func partsBetweenPublishers(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      if text[index] == "c", text[index...].hasPrefix(publisher) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: publisher.count)
        start = index
      } else {
        text.formIndex(after: &index)
      }
    }
    return parts + [text[start...]]
  }

  /// The text in ASCII, for a terminal whose locale is not UTF-8.
  ///
  /// The signs that the tool itself writes become similar ones, all others escapes.
  public static func ascii(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "…": "..."
      case "·", "–", "−", "—": "-"
      case "×": "x"
      case "→": "->"
      case "▁", "▂": "."
      case "▃", "▄", "▅": "o"
      case "▆", "▇", "█": "#"
      default: scalar.isASCII ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }.joined()
  }
}
