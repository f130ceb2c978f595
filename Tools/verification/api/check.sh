#!/usr/bin/env bash
# Compares the public interface of the library products with the last tag, using the toolchain's API
# digester. A removed or changed declaration fails the check; a new one does not.
#
#     Tools/verification/api/check.sh           compare with the last version tag
#     Tools/verification/api/check.sh --try     test the check itself
#
# An intended change is listed in allowed.txt, in the words of the check, until the next tag.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
products=(AdRecording AdReplay AdRules AdTesting GoogleMobileAdsJournal)

compare() { # the folder of a package, a tag, the products
  local folder="$1" tag="$2" flags=()
  shift 2
  for product in "$@"; do flags+=(--products "$product"); done
  (cd "$folder" && swift package ${SCRATCH:+--scratch-path "$SCRATCH"} diagnose-api-breaking-changes \
    "$tag" "${flags[@]}" --breakage-allowlist-path "$here/allowed.txt" \
    --baseline-dir "$folder/.build/interfaces")
}

# A package of one function, tagged; then with the function, with one more, and without it.
try() {
  local folder said
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' RETURN
  mkdir -p "$folder/Sources/Small"
  cat >"$folder/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "small", products: [.library(name: "Small", targets: ["Small"])],
  targets: [.target(name: "Small")])
SWIFT
  echo 'public func kept() {}' >"$folder/Sources/Small/Small.swift"
  git -C "$folder" init -q
  git -C "$folder" add Package.swift Sources
  git -C "$folder" -c user.name=try -c user.email=try@localhost commit -qm "Begin"
  git -C "$folder" tag 1.0.0
  echo 'public func added() {}' >>"$folder/Sources/Small/Small.swift"
  (unset SCRATCH; compare "$folder" 1.0.0 Small) >/dev/null 2>&1 || {
    echo "the API check reports an addition as a break" >&2
    return 1
  }
  echo 'public func added() {}' >"$folder/Sources/Small/Small.swift"
  if said="$(unset SCRATCH; compare "$folder" 1.0.0 Small 2>&1)"; then
    echo "the API check misses a removed function" >&2
    return 1
  fi
  grep -q "func kept() has been removed" <<<"$said" || { echo "$said" >&2; return 1; }
  echo "the API check reports a removed function and accepts an addition"
}

if [ "${1:-}" = --try ]; then
  try
  exit
fi
tag="$(git -C "$here" tag --list '[0-9]*.[0-9]*.[0-9]*' --merged HEAD --sort=-version:refname | head -n 1)"
if [ -z "$tag" ]; then
  echo "no version tag yet; skipping the API comparison, testing the check itself"
  try
  exit
fi
compare "$here/../../.." "$tag" "${products[@]}"
