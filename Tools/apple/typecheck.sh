#!/usr/bin/env bash
# Type-checks what needs no SDK for a phone, with the toolchain alone: no Apple SDK is needed, only
# the standard library for embedded programs that comes with the toolchain (for iOS 18; that of
# iOS 15, from which the package is for, comes with Apple's tools alone).
#
# Checked: JSONLines, AdSession, AdDecider, AdCapture, and of AdJournal the typed events that
# AdCapture makes. What calls the system (Darwin) or Foundation is not.
set -euo pipefail
cd "$(dirname "$0")/../.."
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

module() {
  local name="$1"
  shift
  swiftc -emit-module -module-name "$name" -o "$out/$name.swiftmodule" -parse-as-library \
    -target arm64-apple-ios18.0 -enable-experimental-feature Embedded -wmo \
    -swift-version 6 -package-name adjournal -I "$out" -suppress-warnings \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility "$@"
  echo "$name: $# files"
}

all() { find "Sources/$1" -name '*.swift'; }

# shellcheck disable=SC2046 # no name of a file has a space
{
  module JSONLines $(all JSONLines)
  module AdSession $(all AdSession)
  module AdDecider $(all AdDecider)
  events=Sources/AdJournal/Recording
  module AdJournal $events/API/Kinds/*.swift $events/API/Recorded.swift \
    $events/API/RecordedJSON.swift $events/API/ResponseSalt.swift $events/RecordedEvent.swift \
    $events/FieldWriter.swift Sources/AdJournal/Sealing/{HMAC,SHA256,PlainSHA256}.swift
  module AdCapture $(all AdCapture)
}
