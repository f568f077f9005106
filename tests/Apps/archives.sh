#!/bin/sh
# tests/Apps/archives.sh FOLDER SYMFONY [INTEGRATION_TESTS]
#
# Makes the archives of Symfony's tests for "make test-apps", in FOLDER, which LYO_APPS names then. SYMFONY is a clone of symfony/symfony
# with the branches 6.4 and 7.2, INTEGRATION_TESTS one of php-cache/integration-tests, from which tests of symfony/cache are derived.
set -eu

folder=$1
symfony=$2
mkdir -p "$folder"
archive() { # archive NAME CLONE TREE PREFIX; the tree that is named has no rule that leaves tests out
    git -C "$2" archive --prefix="$4/" --format=tar.gz "$3" >"$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
}
for branch in 6.4 7.2; do
    for component in Cache:cache HttpFoundation:http-foundation Messenger:messenger; do
        archive "symfony-${component#*:}-$branch-tests.tar.gz" "$symfony" "$branch:src/Symfony/Component/${component%:*}/Tests" Tests
    done
done
if [ $# -ge 3 ]; then # as they were at the time of this branch
    commit=$(git -C "$3" rev-list -1 --before="$(git -C "$symfony" log -1 --format=%cI 7.2)" HEAD)
    archive psr-cache-integration-tests.tar.gz "$3" "$commit:src" cachetests/src
fi
