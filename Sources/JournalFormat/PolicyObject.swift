package import AdVocabulary
package import JSONLines

extension PolicySetting {
  /// The known thresholds of a `policy` object.
  ///
  /// A threshold whose value is not a number is unknown, not absent; null is absent.
  package static func all(in value: JSONValue) -> [PolicySetting] {
    var settings: [PolicySetting] = []
    value.forEachMember { member in
      guard member.value.type != .null, let key = PolicyKey.named(member.name) else { return }
      let number = member.value.decimal.flatMap { $0.isFinite ? $0 : nil }
      settings.append(PolicySetting(key, number ?? PolicySetting.noNumber))
    }
    return settings
  }
}
