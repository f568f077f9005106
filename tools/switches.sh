#!/bin/sh
# tools/switches.sh
#
# Runs the differential test with each mechanism of lyo.disable turned off, and with all of them turned off. There must be no difference,
# and the bytes must be the same. Envelopes, which that test does not write, are tested with zstd turned off: damaged ones must be accepted
# or refused as before.
#
# SWITCH_RUNS   values for each (default: 500)
# BUILD         where lyo.so is (default: build)
set -eu

cd "$(dirname "$0")/.."
runs=${SWITCH_RUNS:-500}
command=$(tools/php.sh "${BUILD:-build}/lyo.so" ctype tokenizer '?pcntl' '?posix')
# The list is from the module: it names all of them when it refuses an unknown one.
names=$($command -d display_errors=1 -d lyo.disable=? -r '' | sed -n 's/.*must be names of \(.*\), "?" is ignored.*/\1/p' | sed 's/,//g; s/ and / /')
all=$(echo "$names" | tr ' ' ',')
count=0
expected=

for off in '' $names "$all"; do
    status=0
    output=$($command -d memory_limit=2G -d lyo.disable="$off" tests/Differential/run.php --runs="$runs" --seed=7 --digest) || status=$?
    digest=$(printf '%s\n' "$output" | grep '^all that was written: [0-9a-f]\{16\}$') || status=1
    expected=${expected:-$digest}
    if [ "$status" != 0 ] || [ "$digest" != "$expected" ]; then
        printf '%s\n' "$output"
        echo "switches: lyo.disable=$off: the test failed, or other bytes were written"
        exit 1
    fi
    count=$((count + 1))
done
[ "$count" -ge 10 ] || { echo "switches: only $count settings were tried"; exit 1; }
envelopes() {
    $command -d memory_limit=2G -d lyo.disable="$1" tests/Envelope/run.php --short --bursts=1000 --mutations="$((runs * 4))" | grep -v ' bomb '
}
expected=$(envelopes '')
[ "$(envelopes zstd)" = "$expected" ] && [ -n "$expected" ] || { echo "switches: lyo.disable=zstd: envelopes were judged otherwise"; exit 1; }
echo "switches: $runs values each with lyo.disable empty, $(echo "$names" | sed 's/ /, /g'), and all of these: no difference, the same bytes"
