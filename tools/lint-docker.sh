#!/bin/sh
# Checks the Dockerfile and the samples of Dockerfiles in docs/ without Docker: with two linters from npm (dockerfile-utils for the
# grammar, dockerfilelint for good practice); each RUN must be valid for the shell; and each file of a COPY must exist and not be excluded
# by .dockerignore. The workflow packaging/release.yml must fit the schema of GitHub Actions (action-validator, from npm). Copies with planted
# faults must be refused.
#
# BUILD   where the linters are installed (default: build)
set -eu

cd "$(dirname "$0")/.."
command -v npm >/dev/null || { echo "lint-docker: SKIPPED, npm is not here"; exit 0; }
file=packaging/docker/Dockerfile
tools=${BUILD:-build}/lint-docker
mkdir -p "$tools"
[ -x "$tools/node_modules/.bin/action-validator" ] || { echo '{}' >"$tools/package.json"; (cd "$tools" && npm install --silent --no-audit --no-fund dockerfile-utils@0.16 dockerfilelint@1.8 @action-validator/cli@0.6 @action-validator/core@0.6); }

lint() { "$tools/node_modules/.bin/dockerfile-utils" lint "$1" && "$tools/node_modules/.bin/dockerfilelint" "$1" && runs "$1"; }
runs() { # each RUN, with its lines joined and without comments, must be a valid shell script
    sed '/^#/d' "$1" | awk '/^RUN /{run = 1} run{print} run && !/\\$/{run = 0; print ""}' | sed 's/^RUN //' >"$tools/runs.sh"
    [ -s "$tools/runs.sh" ] && sh -n "$tools/runs.sh"
}

lint "$file" >"$tools/log" 2>&1 || { cat "$tools/log"; exit 1; }
samples=0
for page in docs/*.md; do
    rm -f "$tools"/sample-*
    awk -v to="$tools/sample-" '/^```dockerfile$/ { n++; file = to n; next } /^```/ { file = "" } file { print >file }' "$page"
    for sample in "$tools"/sample-*; do
        [ -e "$sample" ] || continue
        lint "$sample" >"$tools/log" 2>&1 || { echo "lint-docker: a sample of $page"; cat "$sample" "$tools/log"; exit 1; }
        samples=$((samples + 1))
    done
done
[ "$samples" -ge 2 ] || { echo "lint-docker: $samples samples in docs/"; exit 1; }
sources=0
for source in $(sed -n 's/^COPY \([^-][^ ]*\) .*/\1/p' "$file"); do
    [ -e "$source" ] && grep -qx "!$source" "$file.dockerignore" || { echo "lint-docker: COPY $source finds nothing"; exit 1; }
    sources=$((sources + 1))
done
[ "$sources" -gt 0 ] || { echo "lint-docker: no COPY"; exit 1; }

found=0
plant() { # plant FROM TO
    sed "s#$1#$2#" "$file" >"$tools/Dockerfile"
    ! cmp -s "$file" "$tools/Dockerfile" || { echo "lint-docker: \"$1\" is not there to be changed"; exit 1; }
    ! lint "$tools/Dockerfile" >/dev/null 2>&1 || { echo "lint-docker: \"$2\" is not found"; exit 1; }
    found=$((found + 1))
}
plant '^WORKDIR ' 'WORKDIRS '
plant '^FROM php:.* AS build' 'FROM'
plant '|| exit 1; ' '|| exit 1 '
workflow=packaging/release.yml
"$tools/node_modules/.bin/action-validator" "$workflow" >"$tools/log" 2>&1 || { cat "$tools/log"; exit 1; }
sed 's/runs-on:/runs-at:/' "$workflow" >"$tools/release.yml"
! "$tools/node_modules/.bin/action-validator" "$tools/release.yml" >"$tools/log" 2>&1 || { echo "lint-docker: \"runs-at\" is not found"; exit 1; }
found=$((found + 1))
echo "lint-docker: $(grep -cE '^[A-Z]+ ' "$file") instructions, $(grep -c '^RUN ' "$file") scripts, $sources sources, $samples samples of docs/, $(grep -c "^ *runs-on:" "$workflow") jobs of $workflow, no complaints; $found of 4 planted faults found"
