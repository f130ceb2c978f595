import JournalEncoding
import JournalFormat
import Platform

/// A journal in a data block of a page: packed lines, compressed with gzip, as base64.
struct JournalBlock {
  /// The bytes before those of the journal.
  let beginning: [UInt8]
  private var packer = LinePacker()
  private let deflater: Deflater
  private var base64 = Base64()

  /// The bytes behind the compressed ones, by which a reader knows that the archive is whole.
  private static let trailer = 8

  /// Begins the block of a journal with a name.
  ///
  /// - Throws: An error if the system cannot compress.
  init(_ name: String) throws {
    guard let deflater = Deflater() else {
      throw RawFile.Failure(
        description: "this system has no zlib to compress the journals with; "
          + "'adjournal page' writes a page to open them in")
    }
    self.deflater = deflater
    beginning = Array(
      ("<script type=\"application/gzip;base64\" class=\"journal\" "
        + "data-name=\"\(Markup.attribute(name))\">").utf8)
  }

  /// The bytes for the next piece of the text.
  mutating func add(_ piece: [UInt8]) -> [UInt8] { base64.add(deflater.add(packer.add(piece))) }

  /// The last bytes.
  ///
  /// - Parameter isTorn: Whether the text is that of an archive that ends early; then the block is
  ///   such an archive, too.
  mutating func end(isTorn: Bool) -> [UInt8] {
    let last = deflater.add(packer.finish()) + deflater.finish()
    return base64.add(isTorn ? last.dropLast(Self.trailer) : last) + base64.finish()
      + Array("</script>\n".utf8)
  }
}
