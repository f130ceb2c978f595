// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `video.played`.
  public struct VideoPlayed: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `video.played`.
    public var kind: EventKind { .videoPlayed }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `video.paused`.
  public struct VideoPaused: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `video.paused`.
    public var kind: EventKind { .videoPaused }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `video.ended`.
  public struct VideoEnded: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `video.ended`.
    public var kind: EventKind { .videoEnded }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `video.muted`.
  public struct VideoMuted: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `video.muted`.
    public var kind: EventKind { .videoMuted }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `video.unmuted`.
  public struct VideoUnmuted: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `video.unmuted`.
    public var kind: EventKind { .videoUnmuted }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `native.mapped`: the mediated ad's assets, as the adapter mapped them.
  public struct NativeMapped: VocabularyEvent {
    /// `images_as` of `native.mapped`.
    public enum ImagesAs: Sendable {
      /// `image`
      case image
      /// `url`
      case url

      var word: Word {
        switch self {
        case .image: .image
        case .url: .url
        }
      }
    }

    let ad: String
    let unit: String
    let load: String?
    let headline: Bool
    let media: Bool
    let body: Bool?
    let icon: Bool?
    let callToAction: Bool?
    let adChoices: Bool?
    let images: Int?
    let imagesAs: ImagesAs?
    let hasVideo: Bool?
    let handlesImpressions: Bool
    let handlesClicks: Bool
    let extras: [UInt8]?

    /// Always `native.mapped`.
    public var kind: EventKind { .nativeMapped }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.text(.load, load)
      fields.boolean(.headline, headline)
      fields.boolean(.media, media)
      fields.boolean(.body, body)
      fields.boolean(.icon, icon)
      fields.boolean(.callToAction, callToAction)
      fields.boolean(.adChoices, adChoices)
      fields.integer(.images, images)
      fields.word(.imagesAs, imagesAs?.word)
      fields.boolean(.hasVideo, hasVideo)
      fields.boolean(.handlesImpressions, handlesImpressions)
      fields.boolean(.handlesClicks, handlesClicks)
      fields.json(.extras, extras)
    }
  }

  /// `native.rendered`: the ad is in a view.
  public struct NativeRendered: VocabularyEvent {
    let ad: String
    let unit: String
    let viewPassed: Bool?
    let scene: String?

    /// Always `native.rendered`.
    public var kind: EventKind { .nativeRendered }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.boolean(.viewPassed, viewPassed)
      fields.text(.scene, scene)
    }
  }

  /// `native.untracked`: the view let go of the ad.
  public struct NativeUntracked: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `native.untracked`.
    public var kind: EventKind { .nativeUntracked }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `view.appeared`: the banner or native view can be seen.
  public struct ViewAppeared: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `view.appeared`.
    public var kind: EventKind { .viewAppeared }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `view.hidden`.
  public struct ViewHidden: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `view.hidden`.
    public var kind: EventKind { .viewHidden }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }
}

extension RecordedEvent where Self == Recorded.VideoPlayed {
  /// `video.played`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func videoPlayed(ad: consuming String, unit: consuming String) -> Self {
    Recorded.VideoPlayed(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.VideoPaused {
  /// `video.paused`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func videoPaused(ad: consuming String, unit: consuming String) -> Self {
    Recorded.VideoPaused(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.VideoEnded {
  /// `video.ended`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func videoEnded(ad: consuming String, unit: consuming String) -> Self {
    Recorded.VideoEnded(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.VideoMuted {
  /// `video.muted`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func videoMuted(ad: consuming String, unit: consuming String) -> Self {
    Recorded.VideoMuted(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.VideoUnmuted {
  /// `video.unmuted`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func videoUnmuted(ad: consuming String, unit: consuming String) -> Self {
    Recorded.VideoUnmuted(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.NativeMapped {
  /// The mediated ad's assets, as the adapter mapped them.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - load: Names one adapter call.
  ///   - headline: Present.
  ///   - media: Present.
  ///   - body: Present.
  ///   - icon: Present.
  ///   - callToAction: Present.
  ///   - adChoices: Present.
  ///   - images: How many.
  ///   - handlesImpressions: The adapter tracks impressions itself.
  ///   - handlesClicks: The adapter tracks clicks itself.
  ///   - extras: Extra assets.
  public static func nativeMapped(
    ad: consuming String, unit: consuming String, load: consuming String? = nil, headline: Bool,
    media: Bool, body: Bool? = nil, icon: Bool? = nil, callToAction: Bool? = nil,
    adChoices: Bool? = nil, images: Int? = nil, imagesAs: Recorded.NativeMapped.ImagesAs? = nil,
    hasVideo: Bool? = nil, handlesImpressions: Bool, handlesClicks: Bool, extras: [String]? = nil
  ) -> Self {
    Recorded.NativeMapped(
      ad: ad, unit: unit, load: load, headline: headline, media: media, body: body, icon: icon,
      callToAction: callToAction, adChoices: adChoices, images: images, imagesAs: imagesAs,
      hasVideo: hasVideo, handlesImpressions: handlesImpressions, handlesClicks: handlesClicks,
      extras: extras.map { RecordedJSON.extras($0) }
    )
  }
}

extension RecordedEvent where Self == Recorded.NativeRendered {
  /// The ad is in a view.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - viewPassed: The view was handed to the mediated network.
  ///   - scene: A window scene.
  public static func nativeRendered(
    ad: consuming String, unit: consuming String, viewPassed: Bool? = nil,
    scene: consuming String? = nil
  ) -> Self {
    Recorded.NativeRendered(ad: ad, unit: unit, viewPassed: viewPassed, scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.NativeUntracked {
  /// The view let go of the ad.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func nativeUntracked(ad: consuming String, unit: consuming String) -> Self {
    Recorded.NativeUntracked(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.ViewAppeared {
  /// The banner or native view can be seen.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func viewAppeared(ad: consuming String, unit: consuming String) -> Self {
    Recorded.ViewAppeared(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.ViewHidden {
  /// `view.hidden`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func viewHidden(ad: consuming String, unit: consuming String) -> Self {
    Recorded.ViewHidden(ad: ad, unit: unit)
  }
}
