/// The order in which people sort names and versions.
///
/// Digits compare as numbers, so that 4.9 comes before 4.10. A pre-release comes before its
/// release, and pre-releases compare as in Semantic Versioning 2.0.0, section 11: `4.11.0-beta`,
/// `4.11.0-beta.2`, `4.11.0-beta.10`, `4.11.0-rc.1`, `4.11.0`. Unlike there, digits behind letters
/// are numbers as well: `beta2` comes before `beta10`.
package enum NaturalOrder {
  /// Whether a text comes before another one; texts that are equal by value by their bytes.
  package static func precedes(_ one: String, _ other: String) -> Bool {
    let (left, right) = (Version(Array(one.utf8)), Version(Array(other.utf8)))
    let difference = left.compared(with: right)
    return difference == 0 ? one.utf8.lexicographicallyPrecedes(other.utf8) : difference < 0
  }
}

/// The parts of a text that ends with a version: `iOS 26.1`, `4.11.0-beta.2+51`.
private struct Version {
  private let release: ArraySlice<UInt8>
  /// The identifiers behind the first hyphen that follows a digit; nil for a release.
  private let preRelease: [ArraySlice<UInt8>]?
  /// What follows a plus sign.
  private let build: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let version = bytes.prefix { $0 != UInt8(ascii: "+") }
    build = bytes[version.endIndex...]
    let hyphen = version.indices.dropFirst().first {
      version[$0] == UInt8(ascii: "-") && Self.isDigit(version[$0 - 1])
    }
    release = version[..<(hyphen ?? version.endIndex)]
    preRelease = hyphen.map {
      version[($0 + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }
  }

  /// A negative number if this version comes first, a positive one if the other one does.
  func compared(with other: Version) -> Int {
    let difference = Self.compare(release, other.release)
    if difference != 0 { return difference }
    let order = comparedPreRelease(with: other)
    return order == 0 ? Self.compare(build, other.build) : order
  }

  private func comparedPreRelease(with other: Version) -> Int {
    guard let mine = preRelease, let others = other.preRelease else {
      return (preRelease == nil ? 1 : 0) - (other.preRelease == nil ? 1 : 0)
    }
    for (one, two) in zip(mine, others) {
      // Identifiers of digits only come before the others.
      let kinds = (one.allSatisfy(Self.isDigit), two.allSatisfy(Self.isDigit))
      if kinds.0 != kinds.1 { return kinds.0 ? -1 : 1 }
      let difference = Self.compare(one, two)
      if difference != 0 { return difference }
    }
    return mine.count - others.count
  }

  /// Compares digits as numbers and other characters by byte.
  private static func compare(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    var (left, right) = (one, other)
    while let first = left.first, let second = right.first {
      if isDigit(first) && isDigit(second) {
        let (a, b) = (number(&left), number(&right))
        if a.count != b.count { return a.count - b.count }
        if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) ? -1 : 1 }
      } else {
        if first != second { return Int(first) - Int(second) }
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.count - right.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Removes the digits at the beginning and returns them without leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 0x30 }
  }
}
