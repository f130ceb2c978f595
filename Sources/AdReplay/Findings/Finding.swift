/// Something found in a journal's bytes: what, where, in which session, and why it is so.
public struct Finding<Code>: Equatable, Sendable
where Code: RawRepresentable & Equatable & Sendable, Code.RawValue == String {
  /// What it is.
  public var code: Code
  /// The line in its file, from 1.
  public var line: Int
  /// Offset in the file (decompressed, for a `.gz`) of the place that is at fault, from 0.
  public var byte: Int
  /// The session that it belongs to, with `#2` for a session that a second header began.
  public var session: String?
  /// The file, where it is another than the journal that the session is reported with.
  public var path: String?
  /// One sentence that names the value and what was expected.
  public var because: String

  /// Makes a finding.
  public init(
    _ code: Code, line: Int, byte: Int, session: String? = nil, path: String? = nil,
    because: String
  ) {
    self.code = code
    self.line = line
    self.byte = byte
    self.session = session
    self.path = path
    self.because = because
  }
}

/// A finding that takes something away from what the journal can prove.
public typealias Damage = Finding<DamageCode>

/// A finding that changes nothing.
public typealias Note = Finding<NoteCode>
