/// A public page about a rule.
///
/// The pages of the catalogue are the generated constants, from
/// `Journals/formats/1/references.tsv`.
public struct Reference: Hashable, Sendable {
  /// The key in the table of references; for another page, its address.
  public let key: String
  /// The title of the page.
  public let title: String
  /// The address.
  public let url: String

  /// Makes a page of the table.
  init(_ key: String, _ title: String, _ url: String) {
    self.key = key
    self.title = title
    self.url = url
  }

  /// Makes a page outside the table, whose address is its title.
  public init(url: String) {
    self.init(url, url, url)
  }
}
