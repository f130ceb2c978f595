internal import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  internal import AdVocabulary
  internal import UIKit

  /// The view controllers in front of an app's content, and which of them shows an ad.
  @MainActor final class Covers {
    /// The controllers that were presented when a show was requested.
    private var earlier: Set<ObjectIdentifier> = []
    private weak var advert: UIViewController?

    /// Remembers the controllers that are presented when a show is requested.
    func showIsRequested(over scenes: [UIWindowScene]) {
      earlier = Set(scenes.flatMap { $0.presented }.map { ObjectIdentifier($0) })
    }

    /// Remembers the controller that was presented since the show was requested, if there is one.
    func adIsVisible(in scenes: [UIWindowScene]) {
      let new = scenes.flatMap { $0.presented }.filter {
        !earlier.contains(ObjectIdentifier($0))
      }
      if let newest = new.last { advert = newest }
    }

    /// What covers the content of a scene, and the class of its view controller.
    func cover(of scene: UIWindowScene) -> (by: Recorded.CoverObserved.By, controller: String?) {
      if let found = scene.controllers.last(where: { isAdvert($0) }) {
        return (.advert, name(found))
      }
      guard let found = scene.presented.last else { return (.nothing, nil) }
      return (.other, name(found))
    }

    private func isAdvert(_ controller: UIViewController) -> Bool {
      controller === advert || AdControllers.contains(name(controller))
    }

    private func name(_ controller: UIViewController) -> String {
      String(reflecting: type(of: controller))
    }
  }

  extension UIWindowScene {
    /// The visible windows, the frontmost last.
    private var visibleWindows: [UIWindow] {
      windows.filter { !$0.isHidden }.sorted { $0.windowLevel.rawValue < $1.windowLevel.rawValue }
    }

    /// The view controllers of all visible windows, the frontmost last.
    fileprivate var controllers: [UIViewController] { visibleWindows.flatMap { $0.controllers } }

    /// The presented view controllers of all visible windows, the frontmost last.
    fileprivate var presented: [UIViewController] {
      visibleWindows.flatMap { $0.controllers.dropFirst() }
    }
  }

  extension UIWindow {
    /// The root view controller, and those that are presented over it, the frontmost last.
    fileprivate var controllers: [UIViewController] {
      var found: [UIViewController] = []
      var next = rootViewController
      while let controller = next {
        found.append(controller)
        next = controller.presentedViewController
      }
      return found
    }
  }

  extension AppObserver {
    /// Records what covers each visible scene, if the header lists the class.
    func observeCover(_ when: Recorded.CoverObserved.When) {
      guard recorder.session.captures(.cover) else { return }
      for scene in visibleScenes where !scene.windows.isEmpty {
        let (by, controller) = app.covers.cover(of: scene)
        recorder.record(
          .coverObserved(
            by: by, when: when, scene: recorder.name(of: scene), controller: controller))
      }
    }

    /// The scenes in the foreground, in the order of their names.
    var visibleScenes: [UIWindowScene] {
      application.connectedScenes.compactMap { $0 as? UIWindowScene }
        .filter { $0.activationState == .foregroundActive }
        .sorted { recorder.name(of: $0) < recorder.name(of: $1) }
    }
  }
#endif
