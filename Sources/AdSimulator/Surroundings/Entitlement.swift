import AdSession

extension World {
  /// The user pays for an app without ads, or gets the money back.
  func changeEntitlement() {
    around.isAdFree.toggle()
    storage.isAdFree = around.isAdFree
    let isAdFree = around.isAdFree
    record(.entitlementChanged) { $0.adFree = isAdFree }
    // The views that the user scrolled away are removed with all others.
    if isAdFree { app.hidden = [] }
    if isAdFree { stopPreloader() }
  }
}
