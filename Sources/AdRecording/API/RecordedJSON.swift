internal import AdSession
internal import JSONLines

/// Lists and objects as fields have them: JSON on one line, without spaces, that always fits.
///
/// What would not fit is left out from its end, so that the rest is whole.
enum RecordedJSON {
  /// Bytes of a text within a list or an object; more is cut at a scalar boundary.
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

  /// Thresholds by the names of their keys; one that is no number is left out.
  ///
  /// Of a key that comes twice the last value counts, as in a session: written twice it would make
  /// the whole record damage.
  static func thresholds(_ settings: [(name: String, value: Double)]) -> [UInt8] {
    var places: [String: Int] = [:]
    var once: [(name: String, value: Double)] = []
    for (name, value) in settings where value.isFinite {
      let name = name.cut(to: maximumText)
      if let place = places[name] {
        once[place].value = value
      } else {
        places[name] = once.count
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

  /// The names of a mediated ad's extra assets; what they say is content of the ad and stays out.
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
  /// The text, cut at a scalar boundary to at most so many bytes of UTF-8.
  func cut(to limit: Int) -> String {
    var bytes = Array(utf8.prefix(limit + 1))
    guard bytes.count > limit else { return self }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
