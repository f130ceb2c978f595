internal import AdVocabulary
internal import JSONLines

/// Encodes lists and objects as JSON on one line, without spaces.
///
/// Items that exceed the limit of a field are left out at the end.
enum RecordedJSON {
  /// The limit of a text in a list or an object, in bytes; longer text is truncated between
  /// scalars.
  static let maximumText = 128

  static func captures(_ classes: [EventClass]) -> [UInt8] {
    list(classes) { $1.string($0.name) }
  }

  static func redacted(_ names: [String]) -> [UInt8] {
    list(names) { $1.string($0.cut(to: maximumText)) }
  }

  static func policy(_ settings: [PolicySetting]) -> [UInt8] {
    thresholds(settings.map { ($0.key.name, $0.value) })
  }

  /// Encodes thresholds by the names of their keys, without values that are not finite.
  ///
  /// If a key occurs twice the last value counts, as in a session. A record with a duplicate key
  /// would be damaged.
  static func thresholds(_ settings: [(name: String, value: Double)]) -> [UInt8] {
    var positions: [String: Int] = [:]
    var once: [(name: String, value: Double)] = []
    for (name, value) in settings where value.isFinite {
      let name = name.cut(to: maximumText)
      if let index = positions[name] {
        once[index].value = value
      } else {
        positions[name] = once.count
        once.append((name, value))
      }
    }
    return object(once) { setting, writer in
      writer.key(setting.name)
      if let whole = Int64(exactly: setting.value), whole.magnitude < 1 << 53 {
        writer.integer(whole)
      } else {
        writer.decimal(setting.value)
      }
    }
  }

  /// Encodes the names of a mediated ad's extra assets; the values are content of the ad and left
  /// out.
  static func extras(_ names: [String]) -> [UInt8] {
    var seen: Set<String> = []
    let once = names.map { $0.cut(to: maximumText) }.filter { seen.insert($0).inserted }
    return object(once) { name, writer in
      writer.key(name)
      writer.boolean(true)
    }
  }

  static func waterfall(_ items: [Recorded.WaterfallItem]) -> [UInt8] {
    list(items) { item, writer in
      writer.beginObject()
      writer.key("adapter")
      writer.string(item.adapter.cut(to: maximumText))
      if let latency = item.latencyMs {
        writer.key("latency_ms")
        writer.integer(Int64(latency))
      }
      if let code = item.errorCode {
        writer.key("error_code")
        writer.integer(Int64(code))
      }
      writer.endObject()
    }
  }

  private static func list<Item>(
    _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    fill(&writer, items, write)
    writer.endArray()
    return writer.bytes
  }

  private static func object<Item>(
    _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    fill(&writer, items, write)
    writer.endObject()
    return writer.bytes
  }

  private static func fill<Item>(
    _ writer: inout JSONWriter, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) {
    for item in items {
      let count = writer.bytes.count
      write(item, &writer)
      if writer.bytes.count >= FieldWriter.maximumJSON {
        writer.bytes.removeLast(writer.bytes.count - count)
        return
      }
    }
  }
}

extension String {
  /// Returns the text, truncated between scalars to at most `limit` bytes of UTF-8.
  func cut(to limit: Int) -> String {
    var bytes = Array(utf8.prefix(limit + 1))
    guard bytes.count > limit else { return self }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
