import AdJournalC
import AdJournalCHeader
import Testing

/// The functions have the types that the header declares; a difference does not compile.
@Suite struct SignatureTests {
  private typealias Text = UnsafePointer<CChar>?

  @Test func `Swift defines the functions that the header declares`() {
    let opens: [(Text, Int) -> Int64] = [
      AdJournalC.adjournal_open, AdJournalCHeader.adjournal_open,
    ]
    let texts: [(Int64, Text, Int) -> Int64] = [
      AdJournalC.adjournal_record, AdJournalCHeader.adjournal_record,
      AdJournalC.adjournal_export, AdJournalCHeader.adjournal_export,
    ]
    let results: [(Int64, UnsafeMutablePointer<CChar>?, Int) -> Int64] = [
      AdJournalC.adjournal_verdicts, AdJournalCHeader.adjournal_verdicts,
    ]
    let calls: [(Int64) -> Int64] = [
      AdJournalC.adjournal_flush, AdJournalCHeader.adjournal_flush,
      AdJournalC.adjournal_close, AdJournalCHeader.adjournal_close,
    ]
    let none = Int64(ADJOURNAL_NO_SESSION)
    #expect(opens.map { $0(nil, 0) } == [-2, -2])
    #expect(texts.map { $0(7, nil, 0) } == [none, none, none, none])
    #expect(results.map { $0(7, nil, 0) } == [none, none])
    #expect(calls.map { $0(7) } == [none, none, none, none])
  }
}
