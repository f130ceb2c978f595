public import JournalFormat
public import Platform
internal import AdSession

/// Records one run of an app from its header to its end.
///
/// Make one as early as the app can, keep it, and tell it what happens:
///
/// ```swift
/// let recorder = SessionRecorder(folder: folder, facts: facts)
/// recorder.record(.appLaunched(cold: true))
/// recorder.record(.adRequested(unit: unit, format: .interstitial, request: "r-1"))
/// ```
///
/// Recording returns at once, on any thread, and never fails; what it costs the app is said by
/// ``Recorder``. Only typed events get in, response ids as a hash.
public final class SessionRecorder: Sendable {
  /// The session's name: 32 random hexadecimal digits.
  public let session: String
  /// The random id of this install; nil where the folder cannot be read or written.
  public let install: String?
  /// Every record from the first on, for an ad manager that decides by them.
  package let feed = RecordFeed()
  let facts: SessionFacts
  @usableFromInline package let recorder: Recorder
  private let salt: ResponseSalt?
  @usableFromInline let folder: String
  @usableFromInline let sealsInBackground: Bool

  /// Begins a session: its header is the first record.
  ///
  /// This reads one small file, that of the install, or makes it; all else is left to a thread.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder for journals alone; it is made where it is not there, and on
  ///     Apple systems kept out of backups and readable after the first unlock.
  ///   - facts: What the header says.
  ///   - key: The secret for seals that prove who made them; nil for seals that show accidents only.
  ///   - system: Clocks and files.
  ///   - random: Where the names of session and install come from.
  ///   - configure: Changes how the recorder writes.
  public init(
    folder: String, facts: SessionFacts, key: SealKey? = nil, system: SystemCalls = .live,
    random: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    configure: (inout Recorder.Options) -> Void = { _ in }
  ) {
    var random = random
    let session = Hex.text(Self.bytes(16, &random))
    var options = Recorder.Options(session: session)
    options.sealKey = key.map { EvolvingKey($0, session: session) }
    configure(&options)
    if options.makesFolder { RecorderFolder.prepare(folder) }
    let known = InstallFile.read(in: folder, &random)
    self.session = session
    self.folder = folder
    self.facts = facts
    install = known?.id
    salt = facts.keepsResponseIDs ? nil : known?.salt ?? .random(&random)
    sealsInBackground = options.sealKey != nil
    recorder = Recorder(folder: folder, session: session, options: options, system: system)
    recorder.exchange.begin(feed)
    recorder.record(facts.header(install: install, checksums: options.checksums), urgent: true)
  }

  private static func bytes(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// Takes an event, at once; its `seq`, or 0 where there was no room for it.
  @discardableResult
  public func record<Event: VocabularyEvent>(_ event: Event) -> Int64 {
    let kind = event.kind
    guard kind.hasResponse, let salt else { return recorder.record(event, urgent: kind.isUrgent) }
    return recorder.record(event.hashed(by: salt), urgent: kind.isUrgent)
  }

  /// Makes everything up to a record as safe as the policy says, or says why that cannot be.
  ///
  /// - Parameter seq: What ``record(_:)`` returned; nil for everything so far.
  @_alwaysEmitIntoClient
  public func flush(upTo seq: Int64? = nil) async -> Acknowledgement {
    await recorder.flush(upTo: seq)
  }

  /// Writes everything before the system suspends the app.
  ///
  /// Call it in a background task after `app.entered_background` was recorded, and end the task when
  /// it returns. Where there is a key, the file is sealed, and what comes later goes to a new one:
  /// most sessions end in the background, and only a seal proves that nothing is missing.
  @_alwaysEmitIntoClient
  public func drain() async -> Acknowledgement {
    if sealsInBackground { recorder.rotate() }
    return await recorder.flush()
  }

  /// Records `session.ended`, writes everything and seals the file; what comes later is dropped.
  @_alwaysEmitIntoClient
  @discardableResult
  public func end(_ reason: Recorded.SessionEnded.Reason = .terminated) async -> Acknowledgement {
    recordEnd(reason)
    return await recorder.close()
  }

  /// As ``end(_:)``, but the thread waits: for the last moment, when the app is about to terminate.
  @discardableResult
  public func endAndWait(
    _ reason: Recorded.SessionEnded.Reason = .terminated
  ) -> Acknowledgement {
    recordEnd(reason)
    return recorder.closeAndWait()
  }

  @usableFromInline
  func recordEnd(_ reason: Recorded.SessionEnded.Reason) {
    recorder.recordLast(.sessionEnded(reason: reason))
  }

  /// Ends the session and deletes it with all others of the folder, and the install's id and salt.
  ///
  /// - Returns: Whether nothing is left.
  @_alwaysEmitIntoClient
  public func erase() async -> Bool {
    await recorder.close()
    return Self.erase(folder: folder)
  }

  /// Deletes every journal of a folder in which nobody records, and the install's id and salt.
  ///
  /// - Returns: Whether nothing is left.
  public static func erase(folder: String) -> Bool { RecorderFolder.erase(folder) }

  /// The recorder at this moment.
  public var status: Recorder.Status { recorder.status }
}

extension EventKind {
  /// Whether the kind has a response id, which is hashed; others are not even copied for that.
  var hasResponse: Bool { self == .adLoaded }

  /// Whether the writer is to begin at once: what is worth money, and what may be the last.
  var isUrgent: Bool {
    switch self {
    case .adImpression, .adClicked, .adPaid, .adRewardEarned, .adRewardGranted,
      .appEnteredBackground, .appTerminating, .sessionBegan, .sessionEnded:
      true
    default: false
    }
  }
}
