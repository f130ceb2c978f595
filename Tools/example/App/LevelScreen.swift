#if canImport(ObjectiveC)
  import AppJournal
  import UIKit

  /// The delegate of the only scene, which Info.plist names.
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let scene = scene as? UIWindowScene,
        let ads = (UIApplication.shared.delegate as? AppDelegate)?.ads
      else { return }
      window = UIWindow(windowScene: scene)
      window?.rootViewController = LevelScreen(ads)
      window?.makeKeyAndVisible()
    }
  }

  /// The screen of the example: buttons that end a level and report a problem.
  final class LevelScreen: UIViewController {
    private let ads: Ads
    private let levels: LevelEnds

    init(_ ads: Ads) {
      self.ads = ads
      levels = LevelEnds(ads.recorder)
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("not in a storyboard") }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      let end = UIAction(title: "End of level") { [weak self] _ in
        guard let self else { return }
        levels.levelEnded(in: self)
      }
      let report = UIAction(title: "Report a problem") { [weak self] _ in
        Task { await self?.report() }
      }
      let buttons = UIStackView(arrangedSubviews: [
        UIButton(configuration: .filled(), primaryAction: end),
        UIButton(configuration: .plain(), primaryAction: report),
      ])
      buttons.axis = .vertical
      buttons.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(buttons)
      NSLayoutConstraint.activate([
        buttons.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        buttons.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      ])
    }

    private func report() async {
      let problem = ProblemReport(session: ads.recorder.session) { [weak self] file in
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = self?.view
        self?.present(sheet, animated: true)
      }
      await problem.reportProblem("reported in the example")
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      ads.contentIsReady()
      Task { await levels.load() }
    }
  }
#endif
