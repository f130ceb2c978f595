/// The documented meanings of the error codes of one ad SDK, for one kind of failure.
///
/// The tables come from `Journals/formats/1/causes.tsv`.
struct ErrorTable: Sendable {
  /// The operating systems of a table.
  enum System: Sendable {
    case ios, android
    /// The SDK's codes mean the same on every system.
    case every

    /// The system with this name in a header; nil for a system without tables of its own.
    static func named(_ name: String) -> System? {
      if name.isEqual(ignoringCase: "ios") || name.isEqual(ignoringCase: "ipados") { return .ios }
      return name.isEqual(ignoringCase: "android") ? .android : nil
    }
  }

  let sdk: String
  let system: System
  let kind: EventKind
  /// The codes that the SDK also reports when it delays the requests of a unit that failed before.
  let firstOnly: [Int64]
  /// The cause of a code; `absent` if the SDK does not document the code.
  let cause: @Sendable (Int64) -> Word

  init(
    _ sdk: String, _ system: System, _ kind: EventKind, firstOnly: [Int64] = [],
    cause: @escaping @Sendable (Int64) -> Word
  ) {
    self.sdk = sdk
    self.system = system
    self.kind = kind
    self.firstOnly = firstOnly
    self.cause = cause
  }
}

extension Header {
  /// The cause that the session's SDK documents for an error code.
  ///
  /// It is `absent` for an unknown SDK, system or code.
  public func cause(ofCode code: Int64, at kind: EventKind) -> Word {
    table(ofCode: code, at: kind)?.cause(code) ?? .absent
  }

  /// Whether the code has its cause only at the first failure of a unit since its last ad.
  fileprivate func isFirstOnly(code: Int64) -> Bool {
    table(ofCode: code, at: .adFailedToLoad)?.firstOnly.contains(code) ?? false
  }

  private func table(ofCode code: Int64, at kind: EventKind) -> ErrorTable? {
    let system = ErrorTable.System.named(os)
    for table in ErrorTable.all
    where table.kind == kind && (table.system == .every || table.system == system)
      && table.sdk.utf8.elementsEqual(sdk.utf8) && table.cause(code) != .absent
    {
      return table
    }
    return nil
  }

  /// Whether the session's error codes are those of Google's SDK on iOS and iPadOS.
  public var hasGoogleCodesOfIOS: Bool {
    sdk.utf8.elementsEqual("google-mobile-ads".utf8) && isOfIOS
  }

  /// Whether the system is iOS or iPadOS.
  public var isOfIOS: Bool { ErrorTable.System.named(os) == .ios }
}

extension Event {
  /// Why a load or a presentation failed; `absent` if that is undetermined.
  ///
  /// The field `cause` decides. Without it, the header's SDK and system decide what the code means.
  public func failureCause(under header: Header?) -> Word {
    if cause == .unrecognised { return .absent }
    if cause != .absent { return cause }
    guard let header, let errorCode else { return .absent }
    return header.cause(ofCode: errorCode, at: kind)
  }
}

extension Session {
  /// Why a load failed, in the state before the failure; `absent` if that is undetermined.
  ///
  /// Some codes also mean that the SDK delays the requests of a unit that failed before. They
  /// decide only where that is impossible.
  public func cause(ofFailure event: Event, at index: Int) -> Word {
    let cause = event.failureCause(under: header)
    guard event.cause == .absent, let code = event.errorCode,
      header?.isFirstOnly(code: code) == true
    else { return cause }
    let unit = unitNumber(event.unit).map { units[$0] }
    let loaded = unit?.lastLoaded ?? .none
    let isFirst =
      (unit?.lastFailed ?? .none) <= loaded && !time.hasGap(after: loaded, before: index)
    return isFirst ? cause : .absent
  }
}

extension String {
  /// Whether the text is this lower-case ASCII text, with letters in either case.
  fileprivate func isEqual(ignoringCase small: String) -> Bool {
    utf8.elementsEqual(small.utf8) { byte, other in (byte &- 65 < 26 ? byte | 32 : byte) == other }
  }
}
