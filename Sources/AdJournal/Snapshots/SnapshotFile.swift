#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import JSONLines

/// A file of sections, each with its hash; it is there whole or not at all.
///
/// Behind the sections stand the key of the hashes, the hash of what the snapshot is made for, and
/// where the sections are; all of that under a hash of its own.
package final class SnapshotFile {
  private struct Section {
    var start: Int
    var count: Int
    var digest: [UInt8]
  }

  static let mark = Array("adjournal-snapshot/1\n".utf8)

  /// The key of its hashes.
  package let key: DigestKey
  private let file: JournalBytes
  private var sections: [Section] = []

  /// Opens a snapshot; nil where there is none, or one that is not whole or made for something else.
  ///
  /// - Parameter purpose: All that the content depends on beside the journal: the program and what
  ///   it was asked.
  package init?(path: String, purpose: [UInt8]) {
    guard let descriptor = System.open(path) else { return nil }
    file = JournalBytes(descriptor: descriptor)
    guard let trailer = Self.trailer(of: file), trailer.count > DigestKey.count + 32,
      let key = DigestKey(bytes: trailer[..<DigestKey.count]),
      Array(trailer[DigestKey.count..<DigestKey.count + 32]) == SHA256.digest(of: purpose)
    else {
      System.close(descriptor)
      return nil
    }
    self.key = key
    var reader = ArchiveReader(bytes: trailer, place: DigestKey.count + 32)
    for _ in 0..<reader.number() {
      let (start, count) = (Int(reader.number()), Int(reader.number()))
      sections.append(Section(start: start, count: count, digest: reader.raw(32)))
    }
  }

  deinit { System.close(file.descriptor) }

  /// How many sections there are.
  package var count: Int { sections.count }

  /// The bytes of a section; nil where they are not what was written.
  package func section(_ index: Int) -> [UInt8]? {
    guard sections.indices.contains(index) else { return nil }
    let section = sections[index]
    guard let bytes = Self.bytes(of: file, section.start, section.count),
      BlockDigest.of(bytes, key) == section.digest
    else { return nil }
    return bytes
  }

  /// How many bytes a section has; nil where there is none.
  package func size(_ index: Int) -> Int? {
    sections.indices.contains(index) ? sections[index].count : nil
  }

  /// Reads a section to where it is needed; false where it has another size, or is not what was
  /// written.
  package func read(_ index: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard sections.indices.contains(index), sections[index].count == buffer.count,
      file.read(buffer, at: sections[index].start)
    else { return false }
    return BlockDigest.of(UnsafeRawBufferPointer(buffer), key) == sections[index].digest
  }

  private static func bytes(of file: JournalBytes, _ start: Int, _ count: Int) -> [UInt8]? {
    guard let size = file.count, start >= 0, count >= 0, start <= size, count <= size - start
    else { return nil }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      isRead = count == 0 || file.read(UnsafeMutableRawBufferPointer(buffer), at: start)
      done = isRead ? count : 0
    }
    return isRead ? bytes : nil
  }

  /// The end of the file: trailer, its hash, its length, the mark.
  private static func trailer(of file: JournalBytes) -> [UInt8]? {
    let tail = 32 + 8 + mark.count
    guard let size = file.count, size >= tail, let end = bytes(of: file, size - tail, tail),
      Array(end.suffix(mark.count)) == mark
    else { return nil }
    var reader = ArchiveReader(bytes: end, place: 32)
    let count = Int(reader.number())
    guard count >= 0, count <= size - tail,
      let trailer = bytes(of: file, size - tail - count, count),
      count >= DigestKey.count, digest(ofTrailer: trailer) == Array(end[..<32])
    else { return nil }
    return trailer
  }

  /// Of the key, nine tenths of a trailer, a checksum is enough: under a wrong one no bytes have
  /// their hash, and SHA-256 of 32 KiB takes its time before any comparison can begin.
  private static func digest(ofTrailer bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { all in
      let key = CRC32C.of(UnsafeRawBufferPointer(rebasing: all[..<DigestKey.count]))
      var hash = SHA256()
      withUnsafeBytes(of: key.littleEndian) { hash.update($0) }
      hash.update(UnsafeRawBufferPointer(rebasing: all[DigestKey.count...]))
      return hash.digest()
    }
  }

  /// Writes a snapshot under another name, and gives it its own when it is whole.
  package struct Writer: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private let key: DigestKey
    private var sections: [Section] = []
    private var place = 0
    private var isGood = true

    /// Begins a file; nil where that is not possible.
    package init?(path: String, key: DigestKey) {
      self.path = path
      self.key = key
      var template = Array((path + ".XXXXXX").utf8CString)
      descriptor = mkstemp(&template)
      temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if descriptor < 0 { return nil }
    }

    deinit {
      System.close(descriptor)
      if !isDone { unlink(temporary) }
    }

    private var isDone = false

    /// Adds a section, and returns its index.
    package mutating func add(_ bytes: [UInt8]) -> Int {
      sections.append(
        Section(start: place, count: bytes.count, digest: BlockDigest.of(bytes, key)))
      write(bytes)
      return sections.count - 1
    }

    /// Ends the file and puts it in the place of an older one; false where that failed.
    package mutating func finish(purpose: [UInt8]) -> Bool {
      var writer = ArchiveWriter()
      writer.raw(key.bytes)
      writer.raw(SHA256.digest(of: purpose))
      writer.number(Int64(sections.count))
      for section in sections {
        writer.number(Int64(section.start))
        writer.number(Int64(section.count))
        writer.raw(section.digest)
      }
      var end = ArchiveWriter()
      end.raw(SnapshotFile.digest(ofTrailer: writer.bytes))
      end.number(Int64(writer.count))
      end.raw(SnapshotFile.mark)
      write(writer.bytes)
      write(end.bytes)
      isDone = isGood && rename(temporary, path) == 0
      return isDone
    }

    private mutating func write(_ bytes: [UInt8]) {
      let (descriptor, place) = (descriptor, place)
      let isWritten = bytes.withUnsafeBytes { all in
        var done = 0
        while done < all.count {
          guard let start = all.baseAddress else { return false }
          let count = pwrite(descriptor, start + done, all.count - done, off_t(place + done))
          if count <= 0 && errno != EINTR { return false }
          done += max(0, count)
        }
        return true
      }
      isGood = isGood && isWritten
      self.place += bytes.count
    }
  }
}
