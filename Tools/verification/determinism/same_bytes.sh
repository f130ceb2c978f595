#!/usr/bin/env bash
# Compares the output of two builds of the tool to the byte: same_bytes.sh DEBUG RELEASE
#
# Simulated sessions, audits and exports must not depend on the optimizer, the process or the number of
# jobs.
set -euo pipefail
one="$1" other="$2"
journals="$(cd "$(dirname "$0")/../../.." && pwd)/Journals"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
count=0

# Options for only one of the two builds.
for_one=() for_other=()

same() {
  "$one" "$@" ${for_one[@]+"${for_one[@]}"} >"$work/one" 2>&1 || echo "exit $?" >>"$work/one"
  "$other" "$@" ${for_other[@]+"${for_other[@]}"} >"$work/other" 2>&1 ||
    echo "exit $?" >>"$work/other"
  if ! cmp -s "$work/one" "$work/other"; then
    echo "output differs: $*"
    diff "$work/one" "$work/other" | cut -c 1-200 | head -n 4
    exit 1
  fi
  count=$((count + 1))
}

for seed in 1 2 3; do
  same simulate --seed "$seed" --sessions 100
  same simulate --seed "$seed" --sessions 100 --fault all
done
while IFS= read -r mutant; do
  same simulate --seed 7 --sessions 3 --mutant "$mutant"
done < <("$one" simulate --list-mutants | sed -n 's/^\([a-z-]*\):.*/\1/p')

"$one" simulate --seed 11 --sessions 300 --fault all >"$work/simulated.jsonl"
for_one=(--jobs 1) for_other=(--jobs 2)
for format in json text; do
  same audit --format "$format" --exit-zero "$work/simulated.jsonl"
  for folder in rules sessions incidents counterexamples damaged google-sample; do
    same audit --format "$format" --exit-zero "$journals/$folder"
  done
done
for format in perfetto otlp; do
  same export --format "$format" "$journals"
done
echo "$count commands: both builds print the same bytes"
