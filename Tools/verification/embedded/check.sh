#!/usr/bin/env bash
# Compiles modules with Embedded Swift for WebAssembly and fails on any error.
#
# usage: Tools/verification/embedded/check.sh [MODULE...]
#
# Each module comes after the modules that it imports; without arguments the portable core is checked.
# Objects go to a temporary folder. The settings are those of Package.swift.
set -euo pipefail
cd "$(dirname "$0")/../../.."

modules=("$@")
if [ ${#modules[@]} -eq 0 ]; then modules=(JSONLines AdSession JournalFormat AdReplay AdRules); fi
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

for module in "${modules[@]}"; do
  started=$SECONDS
  find "Sources/$module" -name '*.swift' -print0 | sort -z | xargs -0 swiftc \
    -target wasm32-unknown-none-wasm -parse-as-library -wmo -Osize -swift-version 6 \
    -enable-experimental-feature Embedded -enable-experimental-feature Extern \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -package-name adjournal -module-name "$module" -I "$output" \
    -I Sources/CProcessor/include -Xcc -fmodule-map-file=Sources/CProcessor/include/module.modulemap \
    -I Sources/CZlib/include \
    -emit-module -emit-module-path "$output/$module.swiftmodule" -c -o "$output/$module.o"
  echo "$module: $((SECONDS - started)) s, $(wc -c <"$output/$module.o") bytes"
done
