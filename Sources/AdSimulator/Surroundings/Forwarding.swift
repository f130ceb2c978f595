import AdSession
import PropertyTesting

extension World {
  /// The app passes revenue on to its analytics services.
  func forwardRevenue(of event: Event) {
    guard event.kind == .adPaid, bug != .revenueNotForwarded else { return }
    for service in around.services {
      later(drawTime(0...2_000, towards: 5)) { $0.recordForwarded(event, to: service) }
      if bug == .revenueForwardedTwice {
        later(drawTime(0...2_000)) { $0.recordForwarded(event, to: service) }
      }
    }
  }

  private func recordForwarded(_ paid: Event, to service: Word) {
    let value = paid.valueMicros ?? 0
    record(.revenueForwarded) {
      $0.ad = paid.ad
      $0.unit = paid.unit
      $0.to = service
      $0.valueMicros = bug == .revenueForwardedInUnits ? value * 1_000_000 : value
      $0.currency = paid.currency
    }
  }
}
