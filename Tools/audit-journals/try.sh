#!/usr/bin/env bash
# Tests `swift package audit-journals` in a client package that depends on this one.
#
#     Tools/audit-journals/try.sh [SCRATCH]
#
# Takes seconds with the scratch folder of an earlier build of the client package.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
package="$(mktemp -d)/client"
scratch="${1:-$package/.build}"
trap 'rm -rf "$(dirname "$package")"' EXIT

mkdir -p "$package/Sources/App" "$package/Records/good" "$package/.hidden"
cat >"$package/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  dependencies: [.package(name: "adjournal", path: "$root")],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "AdRecording", package: "adjournal")])
  ])
SWIFT
echo 'print("app")' >"$package/Sources/App/main.swift"

audit() {
  set +e
  output="$(cd "$package" && swift package --scratch-path "$scratch" \
    audit-journals "$@" 2>"$package/messages")"
  code=$?
  set -e
}
expect() { # description, exit status, part of the output
  if [ "$code" -ne "$2" ] || ! grep -qF -- "$3" <<<"$output"; then
    printf '%s: exit status %s, expected %s and “%s”\n%s\n' "$1" "$code" "$2" "$3" "$output" >&2
    tail -n 20 "$package/messages" >&2
    exit 1
  fi
  echo "  $1"
}

audit
expect "reports that there are no journals" 0 "no journals (*.jsonl, *.jsonl.gz) in this package"
cp "$root/Journals/sessions/app-open-cold-start-and-return.jsonl" "$package/Records/good/"
audit
expect "finds the folders with journals" 0 "1 journal, 1 session"
cp "$root/Journals/incidents/app-open-shown-after-unlock.jsonl" "$package/Records/"
cp "$root/Journals/incidents/app-open-shown-after-unlock.jsonl" "$package/.hidden/"
audit
expect "fails on a violation" 1 "lock-is-not-background"
audit --rule app-open-max-age
expect "passes options on" 0 "2 journals, 2 sessions"
audit Records/good
expect "passes paths on" 0 "1 journal, 1 session"
audit --nonsense
expect "fails on an invalid option" 1 ""
