/// Something found in a journal's bytes: its kind, location, session and reason.
public struct Finding<Code>: Equatable, Sendable
where Code: RawRepresentable & Equatable & Sendable, Code.RawValue == String {
  /// The kind.
  public var code: Code
  /// The line in its file, from 1.
  public var line: Int
  /// The offset of the fault in the file (decompressed, for a `.gz`), from 0.
  public var byte: Int
  /// Its session, with `#2` for a session that a second header began.
  public var session: String?
  /// The file, if it is not the journal that the session is reported with.
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

/// A finding that reduces what the journal can prove.
public typealias Damage = Finding<DamageCode>

/// A finding that changes no verdict.
public typealias Note = Finding<NoteCode>
