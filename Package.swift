// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Resources bring a Bundle accessor, and with it Foundation, into every program that links the target:
// only where apps are built.
#if os(macOS)
  let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
  let notBuilt: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notBuilt = ["PrivacyInfo.xcprivacy"]
#endif

// Where apps are built, the SDK and UIKit are the app's: this package has no dependencies. Elsewhere the
// shell is compiled and tested against stubs, modules of the same names.
#if os(macOS)
  let shellDependencies: [Target.Dependency] = []
  let stubs: [Target] = []
#else
  let shellDependencies: [Target.Dependency] = ["GoogleMobileAds", "UIKit"]
  let stubs: [Target] = [
    .target(name: "UIKit", path: "Tests/Support/UIKitStub", swiftSettings: settings),
    .target(name: "_Testing_UIKit", path: "Tests/Support/TestingUIKit", swiftSettings: settings),
    .target(
      name: "GoogleMobileAds", dependencies: ["UIKit"], path: "Tests/Support/GoogleMobileAds",
      swiftSettings: settings),
    .executableTarget(
      name: "ShownAds",
      dependencies: [
        "GoogleMobileAdsJournal", "AdManaging", "AdRecording", "Platform", "AdSession",
        "GoogleMobileAds",
      ], path: "Tools/benchmark/shown", swiftSettings: settings),
    .target(
      name: "ExampleApp",
      dependencies: ["GoogleMobileAdsJournal", "AdRecording", "GoogleMobileAds", "UIKit"],
      path: "Tools/example"),
    .testTarget(
      name: "GoogleMobileAdsJournalTests",
      dependencies: [
        "GoogleMobileAdsJournal", "AdManaging", "AdDecider", "GoogleMobileAds", "UIKit",
        "_Testing_UIKit", "AdRules", "AdReplay", "AdRecording", "AdSession", "PropertyTesting",
        "Platform",
      ], swiftSettings: settings),
  ]
#endif

let package = Package(
  name: "adjournal",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "AdRecording", targets: ["AdRecording", "AdSession"]),
    .library(name: "AdReplay", targets: ["AdReplay", "AdSession"]),
    .library(name: "AdRules", targets: ["AdRules"]),
    .library(
      name: "GoogleMobileAdsJournal",
      targets: ["GoogleMobileAdsJournal", "AdManaging", "AdDecider", "AdRecording", "AdSession"]),
    .library(
      name: "AdTesting",
      targets: ["AdTesting", "PropertyTesting", "PropertyTestingHosts", "AdShrinking"]),
    .executable(name: "adjournal", targets: ["AdjournalTool"]),
    .plugin(name: "AuditJournals", targets: ["AuditJournals"]),
  ],
  targets: [
    .target(name: "CProcessor"),
    .target(name: "CZlib"),
    .target(name: "JSONLines", dependencies: ["CProcessor"], swiftSettings: settings),
    .target(name: "AdSession", swiftSettings: settings),
    .target(name: "Platform", dependencies: ["CZlib"], swiftSettings: settings),
    .target(
      name: "JournalFormat", dependencies: ["Platform", "JSONLines", "AdSession"],
      swiftSettings: settings),
    .target(
      name: "AdRecording", dependencies: ["JournalFormat", "Platform", "JSONLines", "AdSession"],
      exclude: notBuilt, resources: privacyManifest, swiftSettings: settings),
    .target(
      name: "AdReplay", dependencies: ["JournalFormat", "Platform", "JSONLines", "AdSession"],
      swiftSettings: settings),
    .target(
      name: "AdCapture", dependencies: ["AdRecording"], swiftSettings: settings),
    .target(
      name: "GoogleMobileAdsJournal",
      dependencies: shellDependencies + [
        "AdManaging", "AdCapture", "AdRecording", "AdDecider", "Platform", "AdSession",
      ],
      exclude: ["CHECKED.md"], swiftSettings: settings),
    .target(name: "PropertyTesting", swiftSettings: settings),
    .target(
      name: "PropertyTestingHosts", dependencies: ["PropertyTesting"], swiftSettings: settings),
    .target(name: "AdDecider", dependencies: ["AdSession"], swiftSettings: settings),
    .target(
      name: "AdManaging", dependencies: ["AdDecider", "AdRecording", "Platform", "AdSession"],
      swiftSettings: settings),
    .target(name: "AdRules", dependencies: ["AdSession"], swiftSettings: settings),
    .target(
      name: "AdExplaining", dependencies: ["AdRules", "JournalFormat", "AdSession"],
      swiftSettings: settings),
    .target(
      name: "AdAudit", dependencies: ["AdRules", "AdReplay", "Platform", "AdSession", "JSONLines"],
      swiftSettings: settings),
    .target(
      name: "AdReports",
      dependencies: [
        "AdAudit", "AdExplaining", "AdRules", "AdReplay", "JournalFormat", "Platform", "AdSession",
        "JSONLines",
      ],
      swiftSettings: settings),
    .target(
      name: "AdFleet",
      dependencies: [
        "AdReports", "AdAudit", "AdRules", "AdReplay", "Platform", "AdSession", "JSONLines",
      ],
      swiftSettings: settings),
    .target(
      name: "AdImport", dependencies: ["JournalFormat", "AdSession"],
      swiftSettings: settings),
    .target(
      name: "AdRedaction",
      dependencies: ["AdReplay", "JournalFormat", "Platform", "AdSession", "JSONLines"],
      swiftSettings: settings),
    .target(
      name: "AdWhatIf",
      dependencies: ["AdReports", "AdRules", "AdDecider", "AdSession"],
      swiftSettings: settings),
    .target(
      name: "AdSimulator", dependencies: ["AdDecider", "AdSession", "PropertyTesting"],
      swiftSettings: settings),
    .target(
      name: "AdTesting",
      dependencies: [
        "AdDecider", "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdReplay",
        "JournalFormat", "AdSession",
      ], swiftSettings: settings),
    .target(
      name: "AdShrinking",
      dependencies: ["AdRules", "AdReplay", "JournalFormat", "AdSession"],
      swiftSettings: settings),
    .executableTarget(
      name: "ShrinkingBenchmark", dependencies: ["PropertyTesting"],
      path: "Tools/verification/shrinking",
      swiftSettings: settings),
    .executableTarget(
      name: "MutantTable",
      dependencies: [
        "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdReplay", "JournalFormat",
        "AdSession",
      ], path: "Tools/verification/mutants", exclude: ["mutants.tsv"], swiftSettings: settings),
    .executableTarget(
      name: "ManagerTable", dependencies: ["AdTesting", "ReferenceManagers"],
      path: "Tools/verification/managers", exclude: ["managers.tsv"], swiftSettings: settings),
    .executableTarget(
      name: "CompletionTable",
      dependencies: ["AdSimulator", "PropertyTesting", "AdRules", "AdSession"],
      path: "Tools/verification/completions", exclude: ["completions.tsv"],
      swiftSettings: settings),
    .executableTarget(
      name: "AdjournalTool",
      dependencies: [
        "AdDecider", "AdSimulator", "PropertyTesting", "AdShrinking", "AdAudit", "AdExplaining",
        "AdReports", "AdFleet", "AdImport", "AdRedaction", "AdWhatIf", "AdRules",
        "AdReplay", "AdRecording", "JournalFormat", "Platform", "AdSession", "JSONLines",
      ],
      path: "Tools/adjournal", exclude: ["README.md"], swiftSettings: settings),
    .plugin(
      name: "AuditJournals",
      capability: .command(
        intent: .custom(
          verb: "audit-journals",
          description: "Verify the rules over the journals (*.jsonl) of the package.")),
      dependencies: ["AdjournalTool"], path: "Tools/audit-journals"),
    .target(
      name: "TestJournals",
      dependencies: ["AdReplay", "JournalFormat", "Platform", "AdSession"],
      path: "Tests/Support/TestJournals", swiftSettings: settings),
    .target(
      name: "TestReports",
      dependencies: ["AdAudit", "AdReports", "AdRules", "AdReplay", "AdSession", "JSONLines"],
      path: "Tests/Support/TestReports", swiftSettings: settings),
    .target(
      name: "ReferenceManagers", dependencies: ["AdTesting", "AdShrinking"],
      path: "Tests/Support/ReferenceManagers", swiftSettings: settings),
    .executableTarget(
      name: "RecorderChild", dependencies: ["AdRecording", "Platform", "AdSession"],
      path: "Tests/Support/RecorderChild", swiftSettings: settings),
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(
      name: "AdDeciderTests",
      dependencies: ["AdDecider", "AdSession", "AdSimulator", "PropertyTesting"],
      exclude: ["DecisionTable.md"], swiftSettings: settings),
    .testTarget(
      name: "AdManagingTests",
      dependencies: [
        "AdManaging", "AdDecider", "AdSimulator", "AdRules", "AdReplay", "AdRecording",
        "JournalFormat", "Platform", "AdSession",
        "PropertyTesting",
      ], swiftSettings: settings),
    .testTarget(name: "AdSessionTests", dependencies: ["AdSession"], swiftSettings: settings),
    .testTarget(
      name: "AdCaptureTests",
      dependencies: ["AdCapture", "AdReplay", "AdRecording", "PropertyTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "PropertyTestingTests",
      dependencies: ["PropertyTesting", "PropertyTestingHosts", "ShrinkingBenchmark"],
      swiftSettings: settings),
    .testTarget(
      name: "AdSimulatorTests",
      dependencies: [
        "AdSimulator", "PropertyTesting", "AdRules", "AdReplay", "JournalFormat", "AdSession",
      ], exclude: ["journals-of-seeds-0-to-39.txt"], swiftSettings: settings),
    .testTarget(
      name: "AdTestingTests",
      dependencies: [
        "AdTesting", "ReferenceManagers", "AdShrinking", "AdSimulator", "PropertyTesting",
      ], swiftSettings: settings),
    .testTarget(
      name: "AdShrinkingTests",
      dependencies: ["AdShrinking", "AdRules", "AdReplay", "AdSession"], swiftSettings: settings),
    .testTarget(
      name: "AdReplayTests",
      dependencies: [
        "AdReplay", "JournalFormat", "Platform", "AdSession", "JSONLines", "TestJournals",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdRecordingTests",
      dependencies: [
        "AdRecording", "AdReplay", "JournalFormat", "Platform", "AdSession", "JSONLines",
        "RecorderChild", "TestJournals",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdRulesTests",
      dependencies: ["AdRules", "AdReplay", "AdSession"], swiftSettings: settings),
    .testTarget(
      name: "AdExplainingTests",
      dependencies: [
        "AdExplaining", "AdRules", "AdReplay", "AdSimulator", "PropertyTesting", "JournalFormat",
        "AdSession",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdAuditTests",
      dependencies: [
        "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalFormat", "Platform", "AdSimulator",
        "PropertyTesting", "AdSession", "JSONLines", "TestReports",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdReportsTests",
      dependencies: [
        "AdAudit", "AdReports", "AdRules", "AdReplay", "AdSimulator", "PropertyTesting",
        "AdSession", "JSONLines", "TestReports",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdFleetTests",
      dependencies: [
        "AdFleet", "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalFormat", "AdSimulator",
        "PropertyTesting", "JSONLines", "TestReports",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdImportTests",
      dependencies: [
        "AdImport", "AdAudit", "AdRules", "AdReplay", "AdSession", "AdSimulator", "PropertyTesting",
        "TestReports",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdRedactionTests",
      dependencies: [
        "AdRedaction", "AdAudit", "AdReports", "AdRules", "AdReplay", "JournalFormat",
        "AdSimulator", "PropertyTesting", "AdSession", "JSONLines", "TestReports", "TestJournals",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdWhatIfTests",
      dependencies: [
        "AdWhatIf", "AdReports", "AdAudit", "AdReplay", "AdDecider", "AdSession", "AdSimulator",
        "PropertyTesting", "TestReports",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdjournalToolTests",
      dependencies: [
        "AdjournalTool", "AdReports", "AdReplay", "JSONLines", "AdSession", "AdRules",
      ],
      swiftSettings: settings),
  ] + stubs,
  swiftLanguageModes: [.v6]
)
