#!/usr/bin/env bash
# Builds the documentation of every module with a DocC catalogue. Every warning of docc is an error.
#
#     Tools/verification/docs/build.sh [--scratch-path FOLDER] [--to FOLDER]
#
# Writes FOLDER/MODULE for each catalogue; any web server can serve the result. A catalogue documents
# its own module and the further modules of the same product.
set -euo pipefail
cd "$(dirname "$0")/../../.."
catalogues=(
  "AppJournal"
  "AdRecording AdSession"
  "AdExporting"
  "AdReplay JournalInput"
  "AdRules"
  "AdTesting PropertyTesting PropertyTestingHosts AdShrinking"
  "AdLive"
  "AdLiveTesting"
)
build=(swift build)
to=""
while [ $# -gt 0 ]; do
  case "$1" in
    --scratch-path) build+=(--scratch-path "$2") ;;
    --to) to="$2" ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done

# docc and swift-symbolgraph-extract are installed beside the compiler.
compiler="$(swiftc -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["paths"]["runtimeResourcePath"].removesuffix("/lib/swift"))')"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
triple="$(swiftc -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["target"]["triple"])')"

interfaces="$("${build[@]}" --show-bin-path)/Modules"
for catalogue in "${catalogues[@]}"; do
  read -r -a modules <<<"$catalogue"
  module="${modules[0]}"
  graphs="$work/graphs/$module"
  archive="${to:-$work/archive}/$module"
  mkdir -p "$graphs" "$(dirname "$archive")"
  for name in "${modules[@]}"; do
    "${build[@]}" --target "$name"
    "$compiler/bin/swift-symbolgraph-extract" -module-name "$name" -I "$interfaces" \
      -I Sources/CProcessor/include -I Sources/CZlib/include -target "$triple" \
      -minimum-access-level public -skip-inherited-docs -output-dir "$graphs"
  done
  "$compiler/bin/docc" convert "Sources/$module/$module.docc" \
    --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --output-path "$archive"
  echo "documentation of $module: $(find "$archive/data" -name '*.json' | wc -l) pages"
done
