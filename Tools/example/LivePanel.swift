// A debug panel with the violations so far. Copy it into your app; it is no part of a product.
// This package does not compile it: it has no SwiftUI on Linux.
#if DEBUG && canImport(SwiftUI)
  import AdLive
  import AdRules
  import SwiftUI

  /// The violations of the running session, newest first, and the advice about one ad.
  ///
  ///     .sheet(isPresented: $showsPanel) { LivePanel(live: live, ad: interstitial?.name) }
  struct LivePanel: View {
    let live: LiveAudit
    /// The name of the ad that the app would show next.
    var ad: String?
    @State private var findings: [LiveFinding] = []
    @State private var verdicts: LiveVerdicts?
    @State private var advice: ShowAdvice?

    var body: some View {
      List {
        Section { summary }
        Section("Violations") {
          ForEach(Array(findings.enumerated().reversed()), id: \.offset) { row($0.element) }
        }
      }
      .task { await follow() }
      .refreshable { await update() }
    }

    @ViewBuilder private var summary: some View {
      if let verdicts {
        Text("\(verdicts.records) records, \(findings.count) violations")
      }
      if let ad, let advice {
        Text("Show \(ad) now? \(advice.description)")
      }
    }

    private func row(_ finding: LiveFinding) -> some View {
      DisclosureGroup {
        Text(finding.because)
        if let remedy = finding.rule.remedy { Text(remedy) }
        ForEach(finding.records, id: \.seq) { record in
          Text(record.text).font(.caption.monospaced()).textSelection(.enabled)
        }
      } label: {
        Label(finding.rule.id, systemImage: icon(finding.severity))
          .foregroundColor(color(finding.severity))
      }
    }

    private func icon(_ severity: Severity) -> String {
      switch severity {
      case .error: "xmark.octagon"
      case .warning: "exclamationmark.triangle"
      case .info: "info.circle"
      }
    }

    private func color(_ severity: Severity) -> Color {
      switch severity {
      case .error: .red
      case .warning: .orange
      case .info: .secondary
      }
    }

    private func follow() async {
      findings = []
      await update()
      for await finding in live {
        findings.append(finding)
        await update()
      }
    }

    private func update() async {
      verdicts = await live.verdicts()
      if let ad { advice = await live.mayShow(ad) }
    }
  }
#endif
