#!/bin/sh
# tools/variants.sh [NAME...]   clang, plain, checks; without a name all
#
# Builds both modules in other ways than `make build`, with warnings as errors. Runs with each build the phpt suites, the vectors, the test of
# the stack depth and the differential test:
#
#   clang    another compiler; skipped, with a message, if it is not installed
#   plain    -DLYO_PLAIN_TABLES: with PHP's own calls, and without what lyo_table.h knows of the layout of hash tables
#   checks   -DLYO_CHECKS: with assertions, and validators of tables, definitions, decoders and encoders at the end of each container. Its levels
#            take more of the C stack than allowed elsewhere, so the test of the stack depth is left out
#
# VARIANT_RUNS   values in the differential test (default: 3000)
# BUILD          where the modules are built, below variants/ (default: build)
set -eu

cd "$(dirname "$0")/.."
build=${BUILD:-build}/variants
done=

variant() { # variant NAME   with CC and EXTRA_CFLAGS from the environment
    tools/build-ext.sh ext "$build/$1" --enable-lyo-werror
    tools/build-ext.sh ext-igbinary "$build/$1-igbinary" --enable-igbinary-werror
    LABEL="$1: phpt" tools/phpt.sh "$build/$1" ext/tests
    LABEL="$1: igbinary phpt" tools/phpt.sh "$build/$1-igbinary" ext-igbinary/tests
    command=$(tools/php.sh "$build/$1/modules/lyo.so" ctype tokenizer '?pcntl' '?posix')
    $command tests/run-vectors.php
    [ "$1" = checks ] || $command tests/stack-depth.php
    $command -d memory_limit=2G tests/Differential/run.php --runs="${VARIANT_RUNS:-3000}" --seed=5
}

for name in ${*:-clang plain checks}; do
    case $name in
        clang)
            if ! command -v clang >/dev/null; then
                echo "variants: clang SKIPPED, it is not here"
                continue
            fi
            (export CC=clang; variant clang) ;;
        plain)
            (export EXTRA_CFLAGS=-DLYO_PLAIN_TABLES; variant plain) ;;
        checks)
            (export EXTRA_CFLAGS="-DLYO_CHECKS -O1 -w" LYO_COVERAGE=1; variant checks) ;;
        *)
            echo "variants: no variant is called $name" >&2
            exit 2 ;;
    esac
    done="$done $name"
done
echo "variants: built and tested:${done:- none}"
