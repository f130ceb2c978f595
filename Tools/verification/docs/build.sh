#!/usr/bin/env bash
# Builds the documentation of a module with docc; every warning is an error.
#
#     Tools/verification/docs/build.sh [--scratch-path FOLDER] [--to FOLDER]
#
# Any web server can serve the resulting folder.
set -euo pipefail
cd "$(dirname "$0")/../../.."
module=GoogleMobileAdsJournal
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

# docc is next to the compiler in use.
compiler="$(swiftc -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["paths"]["runtimeResourcePath"].removesuffix("/lib/swift"))')"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
"${build[@]}" --target "$module"
modules="$("${build[@]}" --show-bin-path)/Modules"
triple="$(swiftc -print-target-info | python3 -c '
import json, sys
print(json.load(sys.stdin)["target"]["triple"])')"

mkdir "$work/graphs"
"$compiler/bin/swift-symbolgraph-extract" -module-name "$module" -I "$modules" \
  -I Sources/CProcessor/include -target "$triple" \
  -minimum-access-level public -skip-inherited-docs -output-dir "$work/graphs"
"$compiler/bin/docc" convert "Sources/$module/$module.docc" \
  --additional-symbol-graph-dir "$work/graphs" --warnings-as-errors \
  --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
  --output-path "${to:-$work/archive}"
echo "documentation of $module: $(find "${to:-$work/archive}/data" -name '*.json' | wc -l) pages"
