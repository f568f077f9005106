#!/bin/sh
# Makes the public corpus a second time, in another folder. All bytes must be the same as the first time.
#
# BUILD   where the corpus is (default: build)
set -eu

cd "$(dirname "$0")/.."
first=${BUILD:-build}/corpus
second=$(mktemp -d)
trap 'rm -rf "$second"' EXIT
for vendor in "$first"/*/vendor; do
    application=$second/$(basename "$(dirname "$vendor")")
    mkdir -p "$application"
    cp -r "$vendor" "$application"
done
$(tools/php.sh ctype mbstring tokenizer) corpus/make.php "$second" >/dev/null
values=$(($(wc -l <"$first/manifest.tsv") - 1))
same=0
for file in manifest.tsv $(tail -n +2 "$first/manifest.tsv" | cut -f1); do
    if cmp "$first/$file" "$second/$file"; then same=$((same + 1)); fi
done
bytes=$(tail -n +2 "$first/manifest.tsv" | awk -F '\t' '{ sum += $4 } END { print sum }')
echo "corpus-again: $((same - 1)) of $values values ($bytes bytes) are the same when they are made again"
[ "$same" = $((values + 1)) ]
