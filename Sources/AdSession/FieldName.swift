/// Every field name of the vocabulary.
public enum FieldName: UInt8, CaseIterable, Sendable {
  /// `app`
  case app
  /// `app_version`
  case appVersion
  /// `build`
  case build
  /// `os`
  case os
  /// `os_version`
  case osVersion
  /// `device`
  case device
  /// `sdk`
  case sdk
  /// `sdk_version`
  case sdkVersion
  /// `install`
  case install
  /// `utc_offset_min`
  case utcOffsetMin
  /// `timezone`
  case timezone
  /// `launch_count`
  case launchCount
  /// `multi_scene`
  case multiScene
  /// `test_device`
  case testDevice
  /// `captures`
  case captures
  /// `policy`
  case policy
  /// `checksums`
  case checksums
  /// `redacted`
  case redacted
  /// `reason`
  case reason
  /// `source`
  case source
  /// `version`
  case version
  /// `dropped`
  case dropped
  /// `segment`
  case segment
  /// `previous_sha256`
  case previousSha256
  /// `records`
  case records
  /// `sha256`
  case sha256
  /// `hmac`
  case hmac
  /// `key`
  case key
  /// `text`
  case text
  /// `cold`
  case cold
  /// `confidence`
  case confidence
  /// `scene`
  case scene
  /// `what`
  case what
  /// `why`
  case why
  /// `width`
  case width
  /// `height`
  case height
  /// `full_screen`
  case fullScreen
  /// `orientation`
  case orientation
  /// `window`
  case window
  /// `level`
  case level
  /// `can_request_ads`
  case canRequestAds
  /// `status`
  case status
  /// `unit`
  case unit
  /// `format`
  case format
  /// `request`
  case request
  /// `count`
  case count
  /// `test`
  case test
  /// `ad`
  case ad
  /// `adapter`
  case adapter
  /// `response`
  case response
  /// `latency_ms`
  case latencyMs
  /// `waterfall`
  case waterfall
  /// `error_domain`
  case errorDomain
  /// `error_code`
  case errorCode
  /// `error_message`
  case errorMessage
  /// `trigger`
  case trigger
  /// `outcome`
  case outcome
  /// `remaining`
  case remaining
  /// `fits`
  case fits
  /// `value_micros`
  case valueMicros
  /// `currency`
  case currency
  /// `precision`
  case precision
  /// `type`
  case type
  /// `amount`
  case amount
  /// `load`
  case load
  /// `headline`
  case headline
  /// `media`
  case media
  /// `body`
  case body
  /// `icon`
  case icon
  /// `call_to_action`
  case callToAction
  /// `ad_choices`
  case adChoices
  /// `images`
  case images
  /// `images_as`
  case imagesAs
  /// `has_video`
  case hasVideo
  /// `handles_impressions`
  case handlesImpressions
  /// `handles_clicks`
  case handlesClicks
  /// `extras`
  case extras
  /// `view_passed`
  case viewPassed
  /// `parameter_present`
  case parameterPresent
  /// `disable_image_loading`
  case disableImageLoading
  /// `has_ad`
  case hasAd
  /// `has_error`
  case hasError

  /// The name in a journal.
  public var name: String { Self.names[Int(rawValue)] }

  static let names: [String] = [
    "app", "app_version", "build", "os", "os_version", "device", "sdk", "sdk_version", "install",
    "utc_offset_min", "timezone", "launch_count", "multi_scene", "test_device", "captures",
    "policy", "checksums", "redacted", "reason", "source", "version", "dropped", "segment",
    "previous_sha256", "records", "sha256", "hmac", "key", "text", "cold", "confidence", "scene",
    "what", "why", "width", "height", "full_screen", "orientation", "window", "level",
    "can_request_ads", "status", "unit", "format", "request", "count", "test", "ad", "adapter",
    "response", "latency_ms", "waterfall", "error_domain", "error_code", "error_message",
    "trigger", "outcome", "remaining", "fits", "value_micros", "currency", "precision", "type",
    "amount", "load", "headline", "media", "body", "icon", "call_to_action", "ad_choices",
    "images", "images_as", "has_video", "handles_impressions", "handles_clicks", "extras",
    "view_passed", "parameter_present", "disable_image_loading", "has_ad", "has_error",
  ]
}
