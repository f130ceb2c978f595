#!/usr/bin/env bash
# Type-checks the shell against stubs whose delegates are not declared for the main actor, as in the
# first releases of version 12 of the SDK. Needs a debug build of the package.
set -euo pipefail
cd "$(dirname "$0")/../../.."
modules="${1:-.build/debug/Modules}"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT
# Declarations with package access are visible under the package name of the build.
package="$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9]/_/g; s/^[0-9]/_/')"
flags=(-swift-version 6 -warnings-as-errors -D ADS_WITHOUT_ACTORS -I "$out" -I "$modules"
  -I Sources/CProcessor/include -I Sources/CZlib/include
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -package-name "$package")
for stub in UIKit:UIKitStub AVFAudio:AVFAudioStub Network:NetworkStub \
  GoogleMobileAds:GoogleMobileAds GoogleMobileAds_Private:GoogleMobileAdsPrivate; do
  swiftc -emit-module -module-name "${stub%%:*}" -o "$out/${stub%%:*}.swiftmodule" \
    -parse-as-library "${flags[@]}" "Tests/Support/${stub##*:}"/*.swift
done
find Sources/AppJournal -name '*.swift' -print0 |
  xargs -0 swiftc -emit-module -module-name AppJournal -o "$out/AppJournal.swiftmodule" \
    -parse-as-library "${flags[@]}"
find Sources/GoogleMobileAdsJournal -name '*.swift' -print0 |
  xargs -0 swiftc -typecheck -module-name GoogleMobileAdsJournal "${flags[@]}"
