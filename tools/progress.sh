#!/bin/sh
# tools/progress.sh TEXT LOG COMMAND...   runs COMMAND, and shows on standard error that it is still running. After three seconds it
# prints TEXT with the seconds: in a terminal as one line that is removed at the end, elsewhere as a new line each half minute. The output
# of COMMAND goes to the file LOG; "-" leaves it on standard output. The exit status is that of COMMAND.
set -u

text=$1
log=$2
shift 2
terminal=
[ -t 2 ] && [ "${TERM:-dumb}" != dumb ] && terminal=1

tick() {
    seconds=0
    # A sleep that outlives the clock must not keep the output open: who reads it would wait.
    while sleep 1 >/dev/null 2>&1; do
        seconds=$((seconds + 1))
        if [ -n "$terminal" ] && [ "$seconds" -gt 2 ]; then
            printf '\r%s ... %d s\033[K' "$text" "$seconds" >&2
        elif [ -z "$terminal" ] && [ $((seconds % 30)) = 3 ]; then
            echo "$text ... $seconds s" >&2
        fi
    done
}

# The timer must not inherit the lock of the caller (build-ext.sh), which ends with the command.
tick 9>&- &
clock=$!
trap 'kill "$clock" 2>/dev/null' EXIT
trap 'exit 130' INT TERM
status=0
if [ "$log" = - ]; then "$@"; else "$@" >"$log" 2>&1 </dev/null; fi || status=$?
kill "$clock" 2>/dev/null
wait "$clock" 2>/dev/null
trap - EXIT
[ -z "$terminal" ] || printf '\r\033[K' >&2
exit "$status"
