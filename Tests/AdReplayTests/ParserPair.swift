import TestJournals
@testable import AdReplay
import AdSession
import JSONLines

/// Parses the same bytes with and without the pass for canonical lines and compares the results.
///
/// It reuses memory, so that ten million lines take seconds.
final class ParserPair {
  private var quick = BlockParser()
  private var general = BlockParser(readsCanonicalLayout: false)
  private let one = ParsedBlock(capacity: 1 << 16)
  private let other = ParsedBlock(capacity: 1 << 16)

  /// The number of lines that both parsers read as records.
  private(set) var records = 0

  /// Whether both return the same lines and the same findings.
  func agree(on bytes: [UInt8]) -> Bool {
    fill(one, bytes)
    fill(other, bytes)
    quick.parse(one)
    general.parse(other)
    guard one.lineCount == other.lineCount, haveSameFindings() else { return false }
    for index in 0..<one.lineCount {
      if !areEqual(one.lines[index], other.lines[index]) { return false }
      if one.lines[index].status == .record { records += 1 }
    }
    return true
  }

  private func fill(_ block: ParsedBlock, _ bytes: [UInt8]) {
    block.clear()
    block.reserve(bytes.count)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        block.buffer.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    block.count = bytes.count
  }

  private func haveSameFindings() -> Bool {
    let isSame = zip(one.faults, other.faults).allSatisfy { a, b in
      a.code == b.code && a.byte == b.byte && a.because == b.because && a.session == b.session
        && a.seqs == b.seqs
    }
    return isSame && one.faults.count == other.faults.count
      && one.unknownKinds == other.unknownKinds && one.unknownValues == other.unknownValues
      && one.highestVersion == other.highestVersion && haveSameHeaders()
      && one.policies == other.policies && one.endsInTail == other.endsInTail
  }

  private func haveSameHeaders() -> Bool {
    one.headers.count == other.headers.count
      && zip(one.headers, other.headers).allSatisfy { HeaderText($0).text == HeaderText($1).text }
  }

  private func areEqual(_ a: ParsedLine, _ b: ParsedLine) -> Bool {
    guard a.status == b.status, a.offset == b.offset, a.length == b.length else { return false }
    if a.status != .record { return true }
    return a.extra == b.extra && a.hasChecksum == b.hasChecksum
      && a.sameSession == b.sameSession && haveSameText(a.session, b.session)
      && haveSameText(a.freeTexts[1], b.freeTexts[1])
      && haveSameText(a.freeTexts[2], b.freeTexts[2])
      && areEqual(a.event, b.event)
  }

  private func areEqual(_ a: Event, _ b: Event) -> Bool {
    let numbers =
      a.seq == b.seq && a.t == b.t && a.wall == b.wall && a.numbers == b.numbers
      && a.flags == b.flags && a.flagsPresent == b.flagsPresent
    let words = a.kind == b.kind && a.words == b.words
    return numbers && words && haveSameText(a.unit.id, b.unit.id)
      && haveSameText(a.scene.id, b.scene.id) && haveSameText(a.ad.id, b.ad.id)
      && haveSameText(a.request.id, b.request.id) && haveSameText(a.load.id, b.load.id)
      && haveSameText(a.text.id, b.text.id)
  }

  private func haveSameText(_ a: UInt32, _ b: UInt32) -> Bool {
    if a == 0 || b == 0 { return a == b }
    return one.text(a).bytes.elementsEqual(other.text(b).bytes)
  }
}

/// All values of a header as text.
struct HeaderText {
  let text: String

  init(_ header: Header) {
    let texts = [
      header.app, header.appVersion, header.os, header.osVersion, header.device, header.sdk,
      header.sdkVersion, header.timezone, header.install,
    ]
    text = """
      \(texts) \(header.build) \(header.utcOffsetMinutes) \(String(describing: header.launchCount)) \
      \(String(describing: header.multiScene)) \(String(describing: header.testDevice)) \
      \(String(describing: header.checksums)) \(String(describing: header.captures?.rawValue)) \
      \(header.policy)
      """
  }
}
