import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `The witness of a session without captured classes` {
  @Test func `a witness is found even if no event of the class fits`() throws {
    let rule = try #require(RuleBook.rule("interstitial-per-user-actions"))
    let whole = try Journals.sessions("rules/interstitial-per-user-actions/violated.jsonl")[0].trace
    whole.header?.captures = nil
    let judge = Judge(rules: [rule])
    var violated = 0
    for set in 0..<1 << (whole.events.count - 1) where set.nonzeroBitCount <= 5 {
      let part = Trace()
      part.header = whole.header
      part.symbols = whole.symbols
      part.events = whole.events.indices.filter { $0 == 0 || set & 1 << ($0 - 1) != 0 }.map {
        whole.events[$0]
      }
      if judge.judge(part)[0].verdict == .violated { violated += 1 }
    }
    #expect(violated > 10)
  }
}
