#!/usr/bin/env bash
# Compares the public interface of the library products with that of the last release, using the toolchain's
# API digester. A removed or changed declaration fails the check; a new one does not. Reads the modules of a
# finished build.
#
#     Tools/verification/api/check.sh             compare with the recorded interface
#     Tools/verification/api/check.sh --record    record the interface of a release
#     Tools/verification/api/check.sh --try       test the check itself
#
# An intended change is listed in allowed.txt, in the words of the check, until the next release.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
package="$here/../../.."
modules=(
  AdRecording AdVocabulary AdSession
  AdReplay JournalEncoding JournalInput
  AdRules
  AppJournal AdCapture AppOpenDriving AdManaging AdDecider
  AdTesting PropertyTesting PropertyTestingHosts AdShrinking
  AdExporting AdExportRedaction AdLive AdLiveTesting
)

# The other modules that a client of a module sees, because it re-exports them, as options of the digester.
reexported() { # a module
  [ "$1" != AdSession ] || echo "-module AdVocabulary"
}

digest() { # options of the digester
  swift-api-digester -swift-only -target "$triple" "$@"
}

record() { # a module, the folder of its interface, options that find it
  local module="$1" to="$2"
  shift 2
  digest -dump-sdk -module "$module" -avoid-location -avoid-tool-args -o "$work/$module.json" "$@"
  gzip --best --no-name --stdout "$work/$module.json" >"$to/$module.json.gz"
}

compare() { # a module, the folder of its recorded interface, options that find it; prints what breaks
  local module="$1" from="$2"
  shift 2
  gzip --decompress --stdout "$from/$module.json.gz" >"$work/$module.json"
  digest -diagnose-sdk -baseline-path "$work/$module.json" -module "$module" -o "$work/$module.txt" "$@"
  sed -E '/^(\/\*.*)?$/d' "$work/$module.txt"
}

# A module of two functions, recorded; then with one more, and without one of them.
try() {
  local found
  small() { # the code of the module
    echo "$1" >"$work/Small.swift"
    swiftc -emit-module -module-name Small -o "$work/Small.swiftmodule" "$work/Small.swift"
  }
  small 'public func kept() {}; public func gone(_ number: Int) {}'
  record Small "$work" -I "$work"
  small 'public func kept() {}; public func gone(_ number: Int) {}; public func added() {}'
  found="$(compare Small "$work" -I "$work")"
  [ -z "$found" ] || { echo "the API check reports an addition as a break: $found" >&2; return 1; }
  small 'public func kept() {}'
  found="$(compare Small "$work" -I "$work")"
  [ "$found" = "Func gone(_:) has been removed" ] ||
    { echo "the API check misses a removed function: $found" >&2; return 1; }
  echo "the API check reports a removed function and accepts an addition"
}

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
triple="$(swiftc -print-target-info | sed -n 's/.*"triple": "\([^"]*\)".*/\1/p' | head -n 1)"
[ "${1:-}" != --try ] || { try; exit; }

interfaces="$(cd "$package" && swift build --show-bin-path)/Modules"
[ -e "$interfaces/AdTesting.swiftmodule" ] || { echo "no built modules in $interfaces; run 'swift build'" >&2; exit 2; }
headers=(-I "$interfaces" -I "$package/Sources/CProcessor/include" -I "$package/Sources/CZlib/include")

if [ "${1:-}" = --record ]; then
  version="$(sed -n 's/.*static let version = "\(.*\)"/\1/p' "$package/Tools/adjournal/Arguments/CommandTable.swift")"
  rm -rf "$here"/[0-9]*
  mkdir "$here/$version"
  for module in "${modules[@]}"; do record "$module" "$here/$version" $(reexported "$module") "${headers[@]}"; done
  echo "recorded the interface of $version"
  exit
fi

recorded="$(echo "$here"/[0-9]*)"
breaks=0
for module in "${modules[@]}"; do
  [ -e "$recorded/$module.json.gz" ] || continue # new since that release
  compare "$module" "$recorded" $(reexported "$module") "${headers[@]}" >"$work/found"
  while IFS= read -r line; do
    echo "$module: $line"
    breaks=$((breaks + 1))
  done < <(grep -vxFf "$here/allowed.txt" "$work/found")
done
echo "$breaks changes break the interface of $(basename "$recorded")"
[ "$breaks" = 0 ]
