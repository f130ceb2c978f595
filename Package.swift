// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Where apps are built, UIKit is the system's. Elsewhere the app side is compiled and tested against
// stubs, modules of the same names. The sources that import an ad SDK are compiled in the target of
// an app; here they are a module only with the stubs.
//
// Resources bring a Bundle accessor, and with it Foundation, into every program that links the
// target: only where apps are built.
#if os(macOS)
  let ofTheApp = ["AVFAudio", "Network", "UIKit"]
  let stubbed: [String] = []
  let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
  let notBuilt: [String] = []
#else
  let ofTheApp: [String] = []
  // What the C library uses in an app, and not with the stubs.
  let stubbed = ["AppJournal", "UIKit"]
  let privacyManifest: [Resource] = []
  let notBuilt = ["PrivacyInfo.xcprivacy"]
#endif

extension Target {
  /// A module, in `Sources/NAME` or in `path`.
  static func module(
    _ name: String, uses dependencies: String..., without unused: [String] = [],
    path: String? = nil, exclude: [String] = [], resources: [Resource] = []
  ) -> Target {
    .target(
      name: name, dependencies: built(dependencies.filter { !unused.contains($0) }), path: path,
      exclude: exclude, resources: resources, swiftSettings: settings)
  }

  /// A program.
  static func program(
    _ name: String, uses dependencies: String..., path: String, exclude: [String] = [],
    plugins: [PluginUsage] = []
  ) -> Target {
    .executableTarget(
      name: name, dependencies: built(dependencies), path: path, exclude: exclude,
      swiftSettings: settings, plugins: plugins)
  }

  /// The tests in `Tests/NAME`.
  static func tests(
    _ name: String, uses dependencies: String..., exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: name, dependencies: built(dependencies), exclude: exclude, swiftSettings: settings)
  }

  /// The dependencies that this package builds itself.
  private static func built(_ names: [String]) -> [Target.Dependency] {
    names.filter { !ofTheApp.contains($0) }.map { .byName(name: $0) }
  }
}

let modules: [Target] = [
  .target(name: "CPage", exclude: ["page", "judge.wasm.lzma"]),
  .target(name: "CLogTables", exclude: ["tables"]),
  .target(name: "CProcessor"),
  .target(name: "CRelease"),
  .target(name: "CSDKSources"),
  .target(name: "CZlib"),
  .target(name: "AdJournalCHeader"),
  .module("JSONLines", uses: "CProcessor"),
  .module("AdVocabulary"),
  .module("AdSession", uses: "AdVocabulary"),
  .module("Platform", uses: "CZlib", "JSONLines"),
  .module("JournalFormat", uses: "JSONLines", "AdVocabulary"),
  .module("JournalEncoding", uses: "JournalFormat", "JSONLines", "AdVocabulary"),
  .module(
    "AdRecording", uses: "JournalFormat", "Platform", "JSONLines", "AdVocabulary",
    exclude: notBuilt,
    resources: privacyManifest),
  .module("AdReplay", uses: "JournalFormat", "JSONLines", "AdSession"),
  .module(
    "JournalInput", uses: "AdReplay", "JournalFormat", "Platform", "JSONLines", "AdSession"),
  .module("AdCapture", uses: "AdRecording"),
  .module(
    "AppJournal", uses: "UIKit", "AVFAudio", "Network", "AdCapture", "AdRecording", "Platform",
    "AdVocabulary"),
  .module("PropertyTesting"),
  .module("PropertyTestingHosts", uses: "PropertyTesting"),
  .module("AdDecider", uses: "AdSession"),
  .module("AdManaging", uses: "AdDecider", "AdRecording", "Platform", "AdSession"),
  .module(
    "AppOpenDriving", uses: "UIKit", "AppJournal", "AdManaging", "AdDecider", "AdRecording"),
  .module("AdRules", uses: "AdSession"),
  .module("AdExplaining", uses: "AdRules", "JournalEncoding", "JournalFormat", "AdSession"),
  .module(
    "AdAudit", uses: "AdRules", "AdReplay", "JournalInput", "Platform", "AdSession", "JSONLines"),
  .module(
    "AdReports", uses: "AdAudit", "AdExplaining", "AdRules", "AdReplay", "JournalInput",
    "JournalEncoding", "JournalFormat",
    "Platform", "AdSession", "JSONLines"),
  .module(
    "AdFleet", uses: "AdReports", "AdAudit", "AdRules", "AdReplay", "Platform", "AdSession",
    "JSONLines"),
  .module(
    "AdPage", uses: "AdFleet", "AdReports", "AdAudit", "AdRules", "AdReplay", "JournalInput",
    "Platform", "AdSession", "JSONLines"),
  .module("AdImport", uses: "JournalEncoding", "JournalFormat", "AdSession", "CLogTables"),
  .module(
    "AdJournalC", uses: "AdJournalCHeader", "AdExporting", "AdReports", "AdAudit", "AdRules",
    "JournalInput", "AdRecording", "Platform", "AdSession", "JSONLines", "AppJournal", "UIKit",
    without: stubbed),
  .module(
    "AdLive", uses: "AdReports", "AdAudit", "AdRules", "AdReplay", "JournalInput", "AdRecording",
    "Platform", "AdSession"),
  .module(
    "AdLiveTesting", uses: "AdLive", "PropertyTestingHosts", "AdAudit", "AdRules", "AdReplay",
    "JournalInput", "Platform"),
  .module(
    "AdRedaction", uses: "AdReplay", "JournalInput", "JournalEncoding", "JournalFormat", "Platform",
    "AdSession",
    "JSONLines"),
  .module(
    "AdExporting", uses: "AdRecording", "JournalFormat", "Platform", "AdSession", exclude: notBuilt,
    resources: privacyManifest),
  .module("AdExportRedaction", uses: "AdExporting", "AdRedaction", "JournalFormat", "AdSession"),
  .module("AdWhatIf", uses: "AdReports", "AdRules", "AdDecider", "AdSession"),
  .module(
    "AdTickets", uses: "AdFleet", "AdReports", "AdAudit", "AdShrinking", "AdRedaction", "AdRules",
    "AdReplay", "JournalInput", "AdSession", "JSONLines"),
  .module("AdSimulator", uses: "AdDecider", "AdSession", "PropertyTesting"),
  .module(
    "AdTesting", uses: "AdDecider", "AdSimulator", "PropertyTesting", "PropertyTestingHosts",
    "AdShrinking", "AdRules", "AdReplay", "JournalEncoding", "JournalFormat", "AdSession"),
  .module(
    "AdShrinking", uses: "AdRules", "AdReplay", "JournalInput", "JournalEncoding", "JournalFormat",
    "AdSession"),
]

let programs: [Target] = [
  .program(
    "AdjournalTool", uses: "AdDecider", "AdSimulator", "PropertyTesting", "AdShrinking", "AdAudit",
    "AdExplaining", "AdReports", "AdFleet", "AdImport", "AdRedaction", "AdTickets", "AdWhatIf",
    "AdRules", "AdReplay", "JournalInput", "AdRecording", "JournalEncoding", "JournalFormat",
    "Platform", "AdSession", "JSONLines", "CPage", "CRelease", "CSDKSources",
    path: "Tools/adjournal", exclude: ["README.md"]),
  .plugin(
    name: "AuditJournals",
    capability: .command(
      intent: .custom(
        verb: "audit-journals",
        description: "Verify the rules over the journals (*.jsonl) of the package.")),
    dependencies: ["AdjournalTool"], path: "Tools/audit-journals"),
  .plugin(
    name: "RecordGoogleMobileAds", capability: .buildTool(),
    path: "Tools/plugins/RecordGoogleMobileAds"),
  .plugin(
    name: "ShowGoogleAppOpenAds", capability: .buildTool(),
    path: "Tools/plugins/ShowGoogleAppOpenAds"),
  .program(
    "LiveCost", uses: "AdLive", "AdAudit", "AdRules", "AdReplay", "JournalInput", "AdRecording",
    "Platform", "AdSession", path: "Tools/benchmark/live"),
  .plugin(
    name: "RecordAppLovinMAX", capability: .buildTool(), path: "Tools/plugins/RecordAppLovinMAX"),
  .program("ShrinkingBenchmark", uses: "PropertyTesting", path: "Tools/verification/shrinking"),
  .program(
    "MutantTable", uses: "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdReplay",
    "JournalInput",
    "JournalEncoding", "JournalFormat", "AdSession", path: "Tools/verification/mutants",
    exclude: ["mutants.tsv"]),
  .program(
    "ManagerTable", uses: "AdTesting", "ReferenceManagers", path: "Tools/verification/managers",
    exclude: ["managers.tsv"]),
  .program(
    "CompletionTable", uses: "AdSimulator", "PropertyTesting", "AdRules", "AdSession",
    path: "Tools/verification/completions", exclude: ["completions.tsv"]),
]

let tests: [Target] = [
  .module(
    "TestJournals", uses: "AdReplay", "JournalInput", "JournalEncoding", "JournalFormat",
    "Platform", "AdSession",
    path: "Tests/Support/TestJournals"),
  .module(
    "TestReports", uses: "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalInput", "AdSession",
    "JSONLines",
    path: "Tests/Support/TestReports"),
  .module(
    "ReferenceManagers", uses: "AdTesting", "AdShrinking", path: "Tests/Support/ReferenceManagers"),
  .program(
    "RecorderChild", uses: "AdRecording", "Platform", "AdSession",
    path: "Tests/Support/RecorderChild"),
  .tests("JSONLinesTests", uses: "JSONLines"),
  .tests(
    "AdDeciderTests", uses: "AdDecider", "AdSession", "AdSimulator", "PropertyTesting",
    exclude: ["DecisionTable.md"]),
  .tests(
    "AdManagingTests", uses: "AdManaging", "AdDecider", "AdSimulator", "AdRules", "AdReplay",
    "JournalInput",
    "AdRecording", "JournalEncoding", "JournalFormat", "Platform", "AdSession", "PropertyTesting"),
  .tests("AdSessionTests", uses: "AdSession"),
  .tests(
    "AdLiveTests", uses: "AdLive", "AdLiveTesting", "AdAudit", "AdRules", "AdReplay",
    "JournalInput", "AdRecording", "JournalEncoding", "JournalFormat", "Platform", "AdSimulator",
    "PropertyTesting", "AdSession"),
  .tests("AdCaptureTests", uses: "AdCapture", "AdReplay", "AdRecording", "PropertyTesting"),
  .tests(
    "PropertyTestingTests", uses: "PropertyTesting", "PropertyTestingHosts", "ShrinkingBenchmark"),
  .tests(
    "AdSimulatorTests", uses: "AdSimulator", "PropertyTesting", "AdRules", "AdReplay",
    "JournalInput",
    "JournalEncoding", "JournalFormat", "AdSession",
    exclude: ["journals-of-seeds-0-to-39.txt"]),
  .tests(
    "AdTestingTests", uses: "AdTesting", "ReferenceManagers", "AdShrinking", "AdSimulator",
    "AdRules", "AdSession", "PropertyTesting", "GoogleMobileAds"),
  .tests(
    "AdShrinkingTests", uses: "AdShrinking", "AdRules", "AdReplay", "JournalInput", "AdSession"),
  .tests("AdJournalCTests", uses: "AdJournalC", "AdJournalCHeader"),
  .tests(
    "AdReplayTests", uses: "AdReplay", "JournalInput", "JournalEncoding", "JournalFormat",
    "Platform", "AdSession",
    "JSONLines",
    "TestJournals"),
  .tests(
    "AdRecordingTests", uses: "AdRecording", "AdVocabulary", "AdReplay", "JournalInput",
    "JournalEncoding",
    "JournalFormat",
    "Platform", "AdSession",
    "JSONLines", "RecorderChild", "TestJournals"),
  .tests(
    "AdRulesTests", uses: "AdRules", "AdReplay", "JournalInput", "AdSimulator", "PropertyTesting",
    "AdSession"),
  .tests(
    "AdExplainingTests", uses: "AdExplaining", "AdRules", "AdReplay", "JournalInput", "AdSimulator",
    "PropertyTesting", "JournalEncoding", "JournalFormat", "AdSession"),
  .tests(
    "AdAuditTests", uses: "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalInput",
    "JournalEncoding", "JournalFormat",
    "Platform", "AdSimulator", "PropertyTesting", "AdSession", "JSONLines", "TestReports"),
  .tests(
    "AdReportsTests", uses: "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalInput",
    "AdSimulator", "AdDecider",
    "PropertyTesting", "AdSession", "JSONLines", "TestReports"),
  .tests(
    "AdFleetTests", uses: "AdFleet", "AdAudit", "AdReports", "AdRules", "AdReplay", "AdSession",
    "JournalEncoding", "JournalFormat", "AdSimulator", "PropertyTesting", "JSONLines", "TestReports"
  ),
  .tests(
    "AdPageTests", uses: "AdPage", "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalInput",
    "JSONLines", "TestReports"),
  .tests(
    "AdImportTests", uses: "AdImport", "AdAudit", "AdRules", "AdReplay", "JournalInput",
    "AdSession", "AdSimulator", "PropertyTesting", "TestReports", "CLogTables"),
  .tests(
    "AdRedactionTests", uses: "AdRedaction", "AdAudit", "AdReports", "AdRules", "AdReplay",
    "JournalInput",
    "JournalEncoding", "JournalFormat", "AdSimulator", "PropertyTesting", "AdSession", "JSONLines",
    "TestReports",
    "TestJournals"),
  .tests(
    "AdExportingTests", uses: "AdExporting", "AdExportRedaction", "AdRecording", "AdRules",
    "AdReplay", "JournalInput", "Platform", "AdSession", "TestJournals"),
  .tests(
    "AdWhatIfTests", uses: "AdWhatIf", "AdReports", "AdAudit", "AdReplay", "AdDecider", "AdSession",
    "AdSimulator", "PropertyTesting", "TestReports"),
  .tests(
    "AdjournalToolTests", uses: "AdjournalTool", "AdAudit", "AdReports", "AdRules", "AdReplay",
    "JournalInput", "JournalEncoding", "JournalFormat", "AdSession", "JSONLines"),
]

// The app side, as it is built and tested without Apple's SDK.
#if os(macOS)
  let stubs: [Target] = []
#else
  let stubs: [Target] = [
    .module("UIKit", path: "Tests/Support/UIKitStub"),
    .module("AVFAudio", path: "Tests/Support/AVFAudioStub"),
    .module("Network", path: "Tests/Support/NetworkStub"),
    .module("_Testing_UIKit", path: "Tests/Support/TestingUIKit"),
    .module("GoogleMobileAds", uses: "UIKit", path: "Tests/Support/GoogleMobileAds"),
    .module(
      "GoogleMobileAds_Private", uses: "GoogleMobileAds",
      path: "Tests/Support/GoogleMobileAdsPrivate"),
    .module(
      "GoogleMobileAdsJournal", uses: "GoogleMobileAds", "GoogleMobileAds_Private", "UIKit",
      "AppJournal", "AppOpenDriving", "AdManaging", "AdDecider", "AdCapture", "AdRecording",
      exclude: ["CHECKED.md"]),
    .module(
      "AppLovinSDK", uses: "UIKit", path: "Tests/Support/AppLovinSDK", exclude: ["README.md"]),
    .module(
      "AppLovinMAXJournal", uses: "AppLovinSDK", "UIKit", "AppJournal", "AdCapture", "AdRecording",
      exclude: ["CHECKED.md"]),
    .program(
      "ShownAds", uses: "GoogleMobileAds", "GoogleMobileAds_Private", "UIKit", "AppJournal",
      "AppOpenDriving", "AdManaging", "AdDecider", "AdCapture", "AdRecording", "Platform",
      "AdSession",
      path: "Tools/benchmark/shown", plugins: ["RecordGoogleMobileAds", "ShowGoogleAppOpenAds"]),
    .target(
      name: "ExampleApp",
      dependencies: [
        "GoogleMobileAds", "GoogleMobileAds_Private", "UIKit", "AppJournal", "AppOpenDriving",
        "AdManaging", "AdDecider", "AdExporting", "AdCapture", "AdRecording",
      ],
      path: "Tools/example/App", plugins: ["RecordGoogleMobileAds", "ShowGoogleAppOpenAds"]),
    .tests(
      "GoogleMobileAdsJournalTests", uses: "GoogleMobileAdsJournal", "AppJournal", "AdManaging",
      "AdDecider",
      "GoogleMobileAds", "GoogleMobileAds_Private", "UIKit", "AVFAudio", "Network",
      "_Testing_UIKit", "AdRules", "AdReplay", "JournalInput",
      "AdRecording",
      "Platform", "AdSession", "PropertyTesting", "TestSessions"),
    .module(
      "TestSessions", uses: "AppJournal", "AdRecording", "AdRules", "JournalInput", "AdReplay",
      "AdSession", path: "Tests/Support/TestSessions"),
    .tests(
      "AppLovinMAXJournalTests", uses: "AppLovinMAXJournal", "AppLovinSDK", "UIKit",
      "_Testing_UIKit", "AppJournal", "AdCapture", "AdRecording", "AdSession", "PropertyTesting",
      "TestSessions"),
  ]
#endif

let package = Package(
  name: "adjournal",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "AdRecording", targets: ["AdRecording", "AdVocabulary"]),
    .library(name: "AdExporting", targets: ["AdExporting"]),
    .library(name: "AdExportRedaction", targets: ["AdExportRedaction"]),
    .library(
      name: "AdReplay", targets: ["JournalInput", "JournalEncoding", "AdReplay", "AdSession"]),
    .library(name: "AdRules", targets: ["AdRules"]),
    .library(
      name: "AppJournal", targets: ["AppJournal", "AdCapture", "AdRecording", "AdVocabulary"]),
    .library(
      name: "AppOpenDriving", targets: ["AppOpenDriving", "AdManaging", "AdDecider", "AdSession"]),
    .library(
      name: "AdTesting",
      targets: ["AdTesting", "PropertyTesting", "PropertyTestingHosts", "AdShrinking"]),
    .library(name: "AdLive", targets: ["AdLive"]),
    .library(name: "AdLiveTesting", targets: ["AdLiveTesting"]),
    .library(name: "AdJournalC", type: .dynamic, targets: ["AdJournalC", "AdJournalCHeader"]),
    .executable(name: "adjournal", targets: ["AdjournalTool"]),
    .plugin(name: "AuditJournals", targets: ["AuditJournals"]),
    .plugin(name: "RecordGoogleMobileAds", targets: ["RecordGoogleMobileAds"]),
    .plugin(name: "ShowGoogleAppOpenAds", targets: ["ShowGoogleAppOpenAds"]),
    .plugin(name: "RecordAppLovinMAX", targets: ["RecordAppLovinMAX"]),
  ],
  targets: modules + programs + tests + stubs,
  swiftLanguageModes: [.v6]
)
