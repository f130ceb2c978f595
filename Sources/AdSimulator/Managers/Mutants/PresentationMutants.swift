extension Mutant {
  static let presentationRows: [Row] = [
    Row("ad-kept-after-show", "An ad that was shown stays ready.", "property-testing 30"),
    Row(
      "failed-ad-presented-again", "An ad that failed to present is presented again.",
      "property-testing 31, Google's rewarded sample"),
    Row("present-called-twice", "Present is called twice in a row.", "incident emi-indo 82"),
    Row("delegate-forgotten", "The delegate is never set.", "seed 000"),
    Row(
      "delegate-set-too-late", "The delegate is set after present.",
      "property-testing, not yet built"),
    Row("paid-handler-forgotten", "The handler of revenue is never set.", "guide"),
    Row(
      "showing-not-checked", "Nobody looks whether another ad is up.",
      "property-testing 21 and 40, incident A3"),
    Row(
      "only-up-counts", "An ad that was asked to show and is not up yet does not count.", "seed 000"
    ),
    Row(
      "showing-stays-set-after-dismissal",
      "The flag of an ad on screen is not reset by its dismissal.", "property-testing 22"),
    Row(
      "showing-stays-set-after-failure", "The flag of an ad on screen is not reset by its failure.",
      "property-testing 3"),
    Row(
      "showing-stays-set-without-answer",
      "The flag of an ad on screen stays set where no answer comes.",
      "property-testing 33, incident B10"),
    Row(
      "dismissal-written-twice", "The wrapper takes the beginning of a dismissal for its end.",
      "incident B9"),
    Row(
      "failure-written-as-dismissal", "The wrapper calls an ad closed that failed to present.",
      "incident B10"),
    Row(
      "presented-off-main-thread", "An ad is presented from another thread.", "domain 1.11, code 21"
    ),
    Row("presented-before-loaded", "An ad is presented before it is loaded.", "seed 000"),
    Row(
      "shown-ad-presented-again", "An activation presents the ad that is on screen again.",
      "domain 2.12, seed 000"),
    Row(
      "storm-not-seen", "Present, failure and reload go round without an end.",
      "seed 000, domain 2.12"),
    Row(
      "shows-in-background", "An ad is presented in the background.",
      "property-testing 37, incident flutter 906"),
    Row("shown-as-soon-as-loaded", "A load shows its ad by itself.", "incident Godot 16"),
    Row("ad-right-after-ad", "Another ad may follow at once when one is closed.", "guide 6201362"),
    Row(
      "reward-offered-after-interstitial", "A rewarded ad opens when an interstitial closes.",
      "guide 6201362"),
    Row(
      "orientation-of-the-moment", "An ad is shown in the orientation of the moment.",
      "domain 2.7, rule 101"),
    Row("orientation-unknown", "The orientation that is asked for is unknown.", "seed 000"),
  ]
}
