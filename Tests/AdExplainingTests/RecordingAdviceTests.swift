import AdExplaining
import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `Advice for rules that were not judged` {
  private func advice(_ path: String, _ id: String) throws -> RecordingAdvice {
    let reading = try #require(try Journals.sessions(path).first)
    let choice = Explainer.Choice(rules: [id], includesUnjudged: true)
    let explanation = try #require(Explainer().explain(reading.trace, choice).first)
    switch explanation.finding {
    case .vacuous(let advice), .notCaptured(let advice): return advice
    case .violation, .undecided, .untrusted: throw NotJudged()
    }
  }

  private struct NotJudged: Error {}

  @Test func `a rule that is not captured names the missing classes`() throws {
    let advice = try advice("rules/native-ad-choices/violated.jsonl", "lock-is-not-background")
    #expect(advice.classes == [.lock])
    #expect(advice.settings.isEmpty)
  }

  @Test func `a rule that does not apply without a header field and a threshold names both`() throws
  {
    let advice = try advice("rules/native-ad-choices/violated.jsonl", "first-ad-waits")
    #expect(advice.classes.isEmpty)
    #expect(advice.settings == ["launch_count", "policy first_ad_min_launches"])
  }

  @Test func `a vacuous rule names the records with which it applies`() throws {
    let advice = try advice("rules/native-ad-choices/violated.jsonl", "single-use-ad")
    #expect(advice.triggers == [.adPresentRequested, .adWillPresent])
    let activating = try #require(advice.activating)
    #expect(activating.records.map(\.event.kind) == [.adPresentRequested])
    let read = try #require(ReadBack(activating.journal))
    #expect(read.result(.singleUseAd).activations == 1)
  }
}
