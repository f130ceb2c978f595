/// What an ad manager needs from an SDK.
@MainActor protocol AdSource {
  /// Milliseconds on a clock that nobody can set.
  var now: Int { get }
  /// Calls a closure later.
  func after(_ milliseconds: Int, _ action: @escaping @MainActor () -> Void)
  /// Requests an ad; answers at most once.
  func load(_ answer: @escaping @MainActor (Result<any LoadedAd, LoadError>) -> Void)
}

/// An ad that can be presented once.
@MainActor protocol LoadedAd: AnyObject {
  var onEvent: @MainActor (AdEvent) -> Void { get set }
  func present()
}

enum AdEvent { case appeared, failed, dismissed, expired }

struct LoadError: Error { let code: Int }
