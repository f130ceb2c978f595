#!/usr/bin/env bash
# Type-checks the sources of the SDKs as parts of an app's target, every warning an error: in Swift
# 5 and 6, with and without default isolation and upcoming features, beside types of the app with
# the same names, and with the other isolation of the SDKs' delegates: Google's not for the main
# actor, as in the first releases of version 12, and AppLovin's for it. Needs a debug build of the
# package.
#
#     Tools/verification/apple/app-target.sh [FOLDER OF MODULES]
set -euo pipefail
cd "$(dirname "$0")/../../.."
modules="${1:-.build/debug/Modules}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# For each SDK: the folder of its sources, then its modules and the folders of their stubs.
folders=(Sources/GoogleMobileAdsJournal Sources/AppLovinMAXJournal)
stubs=(GoogleMobileAds:GoogleMobileAds GoogleMobileAds_Private:GoogleMobileAdsPrivate
  AppLovinSDK:AppLovinSDK)
headers=(-I "$modules" -I Sources/CProcessor/include -I Sources/CZlib/include)
features=(-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)

# The SDKs with the other isolation.
for stub in "${stubs[@]}"; do
  swiftc -emit-module -module-name "${stub%%:*}" -o "$work/${stub%%:*}.swiftmodule" \
    -parse-as-library -swift-version 6 -D ADS_WITHOUT_ACTORS -D ADS_ON_MAIN_ACTOR \
    "${features[@]}" -I "$work" "${headers[@]}" "Tests/Support/${stub##*:}"/*.swift
done

# Types of the app with the names of the types that the sources declare or use.
find "${folders[@]}" -name '*.swift' -exec cat {} + |
  sed -nE 's/^  +(@MainActor |nonisolated |final |private )*(class|struct|protocol|typealias) ([A-Z][A-Za-z0-9_]*).*/\3/p' |
  sort -u | sed 's/.*/struct & {}/' >"$work/SameNames.swift"
grep -q 'struct RecordedAd {}' "$work/SameNames.swift"
cat >"$work/App.swift" <<'SWIFT'
import AppJournal
import AppLovinSDK
import Foundation
import GoogleMobileAds
import UIKit

final class App {
  let name = "app"
}
SWIFT
mapfile -t sources < <(find "${folders[@]}" -name '*.swift')

check() { # description, options
  echo "  $1"
  shift
  swiftc -typecheck -module-name App -parse-as-library -warnings-as-errors "$@" "${headers[@]}" \
    "${sources[@]}" "$work/SameNames.swift" "$work/App.swift"
}
for version in 5 6; do
  for isolation in nonisolated MainActor; do
    options=(-swift-version "$version" -default-isolation "$isolation")
    check "Swift $version, $isolation" "${options[@]}"
    check "Swift $version, $isolation, upcoming features" "${options[@]}" "${features[@]}"
    check "Swift $version, $isolation, other isolation of delegates" "${options[@]}" -I "$work"
  done
done
check "Swift 5, complete concurrency checks, whole module" -swift-version 5 -strict-concurrency=complete -wmo
