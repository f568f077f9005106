#!/bin/sh
# tools/steps.sh TARGET...   runs these make targets one after the other, all of them even when one fails, and ends with
# a table of their results: ok or FAILED, seconds, and the last line that each printed (its counts).
#
# MAKE   the make to use;  BUILD   where the logs go (BUILD/log/TARGET.log)
set -u

logs=${BUILD:-build}/log
mkdir -p "$logs"
summary=$logs/summary
: >"$summary"
failed=0

for target in "$@"; do
    log=$logs/$target.log
    printf '\n== make %s\n' "$target"
    start=$(date +%s)
    # The status of a pipe is that of tee, so make's own goes through a file.
    { "${MAKE:-make}" --no-print-directory "$target" 2>&1; echo $? >"$log.status"; } | tee "$log"
    seconds=$(($(date +%s) - start))
    result=ok
    if [ "$(cat "$log.status")" != 0 ]; then
        result=FAILED
        failed=$((failed + 1))
    fi
    rm -f "$log.status"
    # Colours of PHPUnit and make's own "Error 1" are not results.
    last=$(sed 's/\x1b\[[0-9;]*[A-Za-z]//g' "$log" | grep -Ev '^(make(\[[0-9]+\])?: |[[:space:]]*$)' | tail -n 1 | cut -c1-110)
    printf '%-7s %-12s %4d s  %s\n' "$result" "$target" "$seconds" "$last" >>"$summary"
done

printf '\n== summary\n'
cat "$summary"
if [ "$failed" != 0 ]; then
    echo "$failed of $# steps FAILED (logs: $logs)"
    exit 1
fi
echo "all $# steps passed"
