// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `app.launched`: did finish launching.
  public struct AppLaunched: VocabularyEvent {
    let cold: Bool

    /// Always `app.launched`.
    public var kind: EventKind { .appLaunched }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.boolean(.cold, cold)
    }
  }

  /// `app.became_active`: did become active.
  public struct AppBecameActive: VocabularyEvent {
    /// Always `app.became_active`.
    public var kind: EventKind { .appBecameActive }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.resigned_active`: will resign active.
  public struct AppResignedActive: VocabularyEvent {
    /// Always `app.resigned_active`.
    public var kind: EventKind { .appResignedActive }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.entered_background`: did enter background.
  public struct AppEnteredBackground: VocabularyEvent {
    /// Always `app.entered_background`.
    public var kind: EventKind { .appEnteredBackground }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.entering_foreground`: will enter foreground.
  public struct AppEnteringForeground: VocabularyEvent {
    /// Always `app.entering_foreground`.
    public var kind: EventKind { .appEnteringForeground }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.terminating`: will terminate.
  public struct AppTerminating: VocabularyEvent {
    /// Always `app.terminating`.
    public var kind: EventKind { .appTerminating }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.memory_warning`.
  public struct AppMemoryWarning: VocabularyEvent {
    /// Always `app.memory_warning`.
    public var kind: EventKind { .appMemoryWarning }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `app.time_changed`: significant time or zone change.
  public struct AppTimeChanged: VocabularyEvent {
    /// `reason` of `app.time_changed`.
    public enum Reason: Sendable {
      /// `clock`
      case clock
      /// `zone`
      case zone
      /// `midnight`
      case midnight

      var word: Word {
        switch self {
        case .clock: .clock
        case .zone: .zone
        case .midnight: .midnight
        }
      }
    }

    let utcOffsetMin: Int?
    let reason: Reason?

    /// Always `app.time_changed`.
    public var kind: EventKind { .appTimeChanged }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.integer(.utcOffsetMin, utcOffsetMin)
      fields.word(.reason, reason?.word)
    }
  }

  /// `device.locked`: screen lock.
  public struct DeviceLocked: VocabularyEvent {
    let confidence: Confidence?

    /// Always `device.locked`.
    public var kind: EventKind { .deviceLocked }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.word(.confidence, confidence?.word)
    }
  }

  /// `device.unlocked`.
  public struct DeviceUnlocked: VocabularyEvent {
    let confidence: Confidence?

    /// Always `device.unlocked`.
    public var kind: EventKind { .deviceUnlocked }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.word(.confidence, confidence?.word)
    }
  }

  /// `splash.began`: the loading screen is up.
  public struct SplashBegan: VocabularyEvent {
    let scene: String?

    /// Always `splash.began`.
    public var kind: EventKind { .splashBegan }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
    }
  }

  /// `splash.finished`: the loading screen is gone.
  public struct SplashFinished: VocabularyEvent {
    let scene: String?

    /// Always `splash.finished`.
    public var kind: EventKind { .splashFinished }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
    }
  }

  /// `content.shown`: the app's main content is up.
  public struct ContentShown: VocabularyEvent {
    let scene: String?

    /// Always `content.shown`.
    public var kind: EventKind { .contentShown }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
    }
  }

  /// `user.acted`: a deliberate action of the user in the app.
  public struct UserActed: VocabularyEvent {
    let what: String?
    let scene: String?

    /// Always `user.acted`.
    public var kind: EventKind { .userActed }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.what, what)
      fields.text(.scene, scene)
    }
  }

  /// `suppression.began`: a return to active shows nothing until ended.
  public struct SuppressionBegan: VocabularyEvent {
    let why: Why?

    /// Always `suppression.began`.
    public var kind: EventKind { .suppressionBegan }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.word(.why, why?.word)
    }
  }

  /// `suppression.ended`.
  public struct SuppressionEnded: VocabularyEvent {
    let why: Why?

    /// Always `suppression.ended`.
    public var kind: EventKind { .suppressionEnded }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.word(.why, why?.word)
    }
  }
}

extension RecordedEvent where Self == Recorded.AppLaunched {
  /// Did finish launching.
  ///
  /// - Parameter cold: The process was started, not resumed.
  public static func appLaunched(cold: Bool) -> Self {
    Recorded.AppLaunched(cold: cold)
  }
}

extension RecordedEvent where Self == Recorded.AppBecameActive {
  /// Did become active.
  public static var appBecameActive: Self { Recorded.AppBecameActive() }
}

extension RecordedEvent where Self == Recorded.AppResignedActive {
  /// Will resign active.
  public static var appResignedActive: Self { Recorded.AppResignedActive() }
}

extension RecordedEvent where Self == Recorded.AppEnteredBackground {
  /// Did enter background.
  public static var appEnteredBackground: Self { Recorded.AppEnteredBackground() }
}

extension RecordedEvent where Self == Recorded.AppEnteringForeground {
  /// Will enter foreground.
  public static var appEnteringForeground: Self { Recorded.AppEnteringForeground() }
}

extension RecordedEvent where Self == Recorded.AppTerminating {
  /// Will terminate.
  public static var appTerminating: Self { Recorded.AppTerminating() }
}

extension RecordedEvent where Self == Recorded.AppMemoryWarning {
  /// `app.memory_warning`.
  public static var appMemoryWarning: Self { Recorded.AppMemoryWarning() }
}

extension RecordedEvent where Self == Recorded.AppTimeChanged {
  /// Significant time or zone change.
  ///
  /// - Parameter utcOffsetMin: Minutes east of UTC.
  public static func appTimeChanged(
    utcOffsetMin: Int? = nil, reason: Recorded.AppTimeChanged.Reason? = nil
  ) -> Self {
    Recorded.AppTimeChanged(utcOffsetMin: utcOffsetMin, reason: reason)
  }
}

extension RecordedEvent where Self == Recorded.DeviceLocked {
  /// Screen lock.
  public static func deviceLocked(confidence: Recorded.Confidence? = nil) -> Self {
    Recorded.DeviceLocked(confidence: confidence)
  }
}

extension RecordedEvent where Self == Recorded.DeviceUnlocked {
  /// `device.unlocked`.
  public static func deviceUnlocked(confidence: Recorded.Confidence? = nil) -> Self {
    Recorded.DeviceUnlocked(confidence: confidence)
  }
}

extension RecordedEvent where Self == Recorded.SplashBegan {
  /// The loading screen is up.
  ///
  /// - Parameter scene: A window scene.
  public static func splashBegan(scene: consuming String? = nil) -> Self {
    Recorded.SplashBegan(scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.SplashFinished {
  /// The loading screen is gone.
  ///
  /// - Parameter scene: A window scene.
  public static func splashFinished(scene: consuming String? = nil) -> Self {
    Recorded.SplashFinished(scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.ContentShown {
  /// The app's main content is up.
  ///
  /// - Parameter scene: A window scene.
  public static func contentShown(scene: consuming String? = nil) -> Self {
    Recorded.ContentShown(scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.UserActed {
  /// A deliberate action of the user in the app.
  ///
  /// - Parameter scene: A window scene.
  public static func userActed(
    what: consuming String? = nil, scene: consuming String? = nil
  ) -> Self {
    Recorded.UserActed(what: what, scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.SuppressionBegan {
  /// A return to active shows nothing until ended.
  public static func suppressionBegan(why: Recorded.Why? = nil) -> Self {
    Recorded.SuppressionBegan(why: why)
  }
}

extension RecordedEvent where Self == Recorded.SuppressionEnded {
  /// `suppression.ended`.
  public static func suppressionEnded(why: Recorded.Why? = nil) -> Self {
    Recorded.SuppressionEnded(why: why)
  }
}
