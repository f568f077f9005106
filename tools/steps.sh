#!/bin/sh
# tools/steps.sh TARGET[:BUDGET]...   runs these make targets one after the other. If one fails, the others still run. At the end it prints
# a table with their results, seconds, budgets in seconds, and the last line of their output (the counts):
#
#   ok        everything was checked
#   partly    a part was skipped: one of its lines says SKIPPED
#   skipped   nothing was checked: its last line says so
#   FAILED
#
# Then it prints what was skipped. Fails if a step failed. A step that took longer than its budget is named, but does not fail: budgets
# are for an idle machine of 2 cores.
#
# MAKE   the make to use;  BUILD   where the logs go (BUILD/log/TARGET.log)
set -u

logs=${BUILD:-build}/log
mkdir -p "$logs"
summary=$logs/summary
skips=$logs/skipped
: >"$summary"
: >"$skips"
failed=0
partly=0
skipped=0
budgets=0
slow=
began=$(date +%s)

# Prints after each half minute without output that the step is still running.
watch() { # watch TARGET LOG
    quiet=0
    size=
    while sleep 1; do
        now=$(wc -c <"$2")
        if [ "$now" = "$size" ]; then quiet=$((quiet + 1)); else quiet=0; fi
        size=$now
        if [ "$quiet" -gt 0 ] && [ $((quiet % 30)) = 0 ]; then echo "($1: no output for $quiet s, still running)" >&2; fi
    done
}

for step in "$@"; do
    target=${step%:*}
    budget=
    if [ "$target" != "$step" ]; then
        budget=${step##*:}
        budgets=$((budgets + budget))
    fi
    log=$logs/$target.log
    printf '\n== make %s\n' "$target"
    start=$(date +%s)
    : >"$log"
    watch "$target" "$log" &
    watcher=$!
    # The status of the pipe is that of tee, so the status of make goes through a file.
    { "${MAKE:-make}" --no-print-directory "$target" 2>&1; echo $? >"$log.status"; } | tee "$log"
    kill "$watcher"
    wait "$watcher" 2>/dev/null
    seconds=$(($(date +%s) - start))
    # Colours of PHPUnit and make's own "Error 1" are not results.
    last=$(sed 's/\x1b\[[0-9;]*[A-Za-z]//g' "$log" | grep -Ev '^(make(\[[0-9]+\])?: |[[:space:]]*$)' | tail -n 1 | cut -c1-110)
    result=ok
    if [ "$(cat "$log.status")" != 0 ]; then
        result=FAILED
        failed=$((failed + 1))
    elif grep 'SKIPPED' "$log" >>"$skips"; then
        case $last in
            *SKIPPED*) result=skipped skipped=$((skipped + 1)) ;;
            *) result=partly partly=$((partly + 1)) ;;
        esac
    fi
    rm -f "$log.status"
    if [ -n "$budget" ] && [ "$seconds" -gt "$budget" ]; then slow="$slow $target ($seconds of $budget s)"; fi
    printf '%-7s %-19s %4d s%s  %s\n' "$result" "$target" "$seconds" "${budget:+$(printf ' of %3d' "$budget")}" "$last" >>"$summary"
done

printf '\n== summary\n'
cat "$summary"
if [ -s "$skips" ]; then
    printf '\nskipped:\n'
    sed 's/^/  /' "$skips"
fi
[ -z "$slow" ] || echo "slower than their budget:$slow"
[ "$budgets" = 0 ] || echo "$(($(date +%s) - began)) s, the budget is $budgets s"
counts="$(($# - failed - partly - skipped)) ok, $partly partly, $skipped skipped"
if [ "$failed" != 0 ]; then
    echo "$failed of $# steps FAILED, $counts (logs: $logs)"
    exit 1
fi
echo "none of $# steps failed: $counts"
