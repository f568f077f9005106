#!/bin/sh
# tests/Workers/run.sh REQUESTS PHP...
#
# So many requests in one process, without kept values and with them; then faults that must be found. PHP... is the command that starts PHP.
set -eu

here=$(dirname "$0")
requests=$1
shift

"$@" "$here/run.php" "$requests"
"$@" -d lyo.keep_values=4M "$here/run.php" "$requests"

for fault in 'array:memory of PHP' 'malloc:memory of the process' 'result:planted'; do
    name=${fault%%:*}
    if [ "$name" = malloc ] && ! "$@" -r 'exit(extension_loaded("FFI") ? 0 : 1);'; then
        echo "workers: the fault malloc SKIPPED, this PHP has no extension ffi"
        continue
    fi
    if said=$("$@" "$here/run.php" 60000 "--plant=$name") || ! printf '%s' "$said" | grep -q "FAILED, .*${fault#*:}"; then
        printf 'workers: the fault %s was not found: %s\n' "$name" "$said" >&2
        exit 1
    fi
done
echo "workers: planted faults were found"
