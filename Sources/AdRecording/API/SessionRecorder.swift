public import JournalFormat
public import Platform
package import AdVocabulary

/// Records one session of an app, from its header to its end.
///
/// Make one recorder as early as possible after the app starts, keep it, and record events:
///
/// ```swift
/// let recorder = SessionRecorder(folder: folder, facts: facts)
/// recorder.record(.appLaunched(cold: true))
/// recorder.record(.adRequested(unit: unit, format: .interstitial, request: "r-1"))
/// ```
///
/// Any thread can record. Recording returns without waiting for a file and never throws;
/// ``Recorder`` describes its cost. Only typed events are accepted, and response ids are written as
/// a hash.
public final class SessionRecorder: Sendable {
  /// The session's name: 32 random hexadecimal digits.
  public let session: String
  /// The random id of this install; nil if the folder cannot be read or written.
  public let install: String?
  /// All records from the first on, for an ad manager whose decisions depend on them.
  package let feed = RecordFeed()
  package let facts: SessionFacts
  @usableFromInline package let recorder: Recorder
  @usableFromInline package let folder: String
  @usableFromInline let sealsInBackground: Bool

  /// Begins a session and records its header.
  ///
  /// This reads or makes one small file, `install`. A thread of the recorder does all other work
  /// with files.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder for journals alone. It is created if it does not exist. On
  ///     Apple systems it is excluded from backups and readable after the first unlock.
  ///   - facts: The content of the header.
  ///   - key: The secret with which seals are made; nil for seals that detect accidental changes
  ///     only.
  ///   - system: The clocks and files; replaced in tests.
  ///   - random: The source of the names of session and install.
  ///   - configure: Changes the recorder's options.
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
    options.responseSalt = facts.keepsResponseIDs ? nil : known?.salt ?? .random(&random)
    sealsInBackground = options.sealKey != nil
    recorder = Recorder(folder: folder, session: session, options: options, system: system)
    recorder.exchange.begin(feed)
    let header = facts.header(
      install: install, checksums: options.checksums, seals: options.seals)
    recorder.record(header, urgent: true)
  }

  private static func bytes(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// Copies an event into the recorder's queue and returns without waiting for the writer.
  ///
  /// - Returns: The `seq` of the record; 0 if the event was dropped, since the queue is full or the
  ///   session has ended.
  @discardableResult
  public func record<Event: VocabularyEvent>(_ event: Event) -> Int64 {
    recorder.record(event, urgent: event.kind.isUrgent)
  }

  /// Writes all records up to a `seq`, syncs them if the policy needs that, and reports the result.
  ///
  /// ``Recorder/flush(upTo:)`` describes what the result guarantees.
  ///
  /// - Parameter seq: The result of ``record(_:)``; nil for all records so far.
  @_alwaysEmitIntoClient
  public func flush(upTo seq: Int64? = nil) async -> Acknowledgement {
    await recorder.flush(upTo: seq)
  }

  /// Writes all records before the system suspends the app.
  ///
  /// Call this in a background task after you recorded `app.entered_background`, and end the task
  /// when it returns. If the recorder has a key, this also seals the file, and later records go to
  /// a new file: most sessions end in the background, and only a seal proves that no record is
  /// missing.
  @_alwaysEmitIntoClient
  public func drain() async -> Acknowledgement {
    if sealsInBackground { recorder.rotate() }
    return await recorder.flush()
  }

  /// Records `session.ended`, writes all records and seals the file.
  ///
  /// Later events are dropped.
  @_alwaysEmitIntoClient
  @discardableResult
  public func end(_ reason: Recorded.SessionEnded.Reason = .terminated) async -> Acknowledgement {
    recordEnd(reason)
    return await recorder.close()
  }

  /// Ends the session as ``end(_:)`` does and blocks the thread, for an app that is about to
  /// terminate.
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

  /// Ends the session and deletes all journals of the folder, and the install's id and salt.
  ///
  /// - Returns: Whether all of them were deleted.
  @_alwaysEmitIntoClient
  public func erase() async -> Bool {
    await recorder.close()
    return Self.erase(folder: folder)
  }

  /// Deletes all journals of a folder, and the install's id and salt.
  ///
  /// No recorder may use the folder.
  ///
  /// - Returns: Whether all of them were deleted.
  public static func erase(folder: String) -> Bool { RecorderFolder.erase(folder) }

  /// Whether the header lists a class, or lists none at all.
  package func captures(_ class: EventClass) -> Bool { facts.captures?.contains(`class`) ?? true }

  /// The present state of the recorder.
  public var status: Recorder.Status { recorder.status }
}

extension EventKind {
  /// Whether the writer starts immediately: for revenue, and for events that may be the last.
  var isUrgent: Bool {
    switch self {
    case .adImpression, .adClicked, .adPaid, .adRewardEarned, .adRewardGranted,
      .appEnteredBackground, .appTerminating, .sessionBegan, .sessionEnded:
      true
    default: false
    }
  }
}
