#!/usr/bin/env bash
# Runs `swift package audit-journals` in a package that depends on this one, as a developer would.
#
#     Tools/audit-journals/try.sh [SCRATCH]
#
# With the build folder of this package as SCRATCH it takes seconds: the tool is built there already.
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
  said="$(cd "$package" && swift package --scratch-path "$scratch" \
    audit-journals "$@" 2>"$package/messages")"
  code=$?
  set -e
}
expect() { # description, exit status, a part of the output
  if [ "$code" -ne "$2" ] || ! grep -qF -- "$3" <<<"$said"; then
    printf '%s: exit status %s, expected %s and “%s”\n%s\n' "$1" "$code" "$2" "$3" "$said" >&2
    tail -n 20 "$package/messages" >&2
    exit 1
  fi
  echo "  $1"
}

audit
expect "a package without journals is reported" 0 "no journal (*.jsonl) in this package"
cp "$root/Journals/sessions/app-open-cold-start-and-return.jsonl" "$package/Records/good/"
audit
expect "folders with journals are found" 0 "1 journal, 1 session"
cp "$root/Journals/incidents/app-open-shown-after-unlock.jsonl" "$package/Records/"
cp "$root/Journals/incidents/app-open-shown-after-unlock.jsonl" "$package/.hidden/"
audit
expect "a violation fails the command" 1 "lock-is-not-background"
audit --rule app-open-max-age
expect "options are passed to the tool" 0 "2 journals, 2 sessions"
audit Records/good
expect "paths are passed to the tool" 0 "1 journal, 1 session"
audit --nonsense
expect "a usage error fails the command" 1 ""
