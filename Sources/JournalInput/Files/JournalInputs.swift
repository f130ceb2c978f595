internal import AdReplay

/// The inputs of a call, and how each is opened.
struct JournalInputs {
  let list: InputList
  /// Opens the input with an index.
  let open: (Int) -> BlockSource.Opened
}
