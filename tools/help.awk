# Prints the targets of a Makefile in groups, 80 columns wide: `make help`. A target is a line "name: … ## what it does".
# Targets without a group come at the end, so none is missing.

BEGIN {
    group("Use it", "lyo build demo phar deb inspector install install-igbinary restore-igbinary clean")
    group("Before you send a change", "test test-all check lint lint-short lint-docker format readme golden matrix")
    group("Tests while you work: the extension", "phpt unit vectors differential test-sleep test-calls test-fibers test-language test-api test-policy test-formats test-guest test-growth-library test-envelope test-checks depth mutations jit")
    group("Tests while you work: library, command line, documents", "phpunit phpunit-library compare mutants coverage-library translate library-matrix test-large test-js test-inspector test-golden")
    group("Tests while you work: igbinary.so", "phpt-igbinary test-igbinary truncations test-clients")
    group("Tests with servers and frameworks", "test-sessions test-sessions-short test-store test-store-long test-bridges test-apps test-wordpress test-wordpress-plugin test-deb test-newcomer")
    group("Long tests, and tests of the tests", "test-long test-igbinary-long test-asan fuzz-walk test-growth test-growth-short test-payloads valgrind plain-tables variants jit-function split-check selftest coverage")
    group("Values to test and measure with", "corpus corpus-public corpus-again")
    group("Measuring", "bench bench-targets bench-igbinary bench-reference bench-counts bench-gate-update bench-library bench-envelope bench-growth bench-published published bench-mechanisms bench-profile bench-bridges bench-pages")
}

function group(title, names) {
    titles[++groups] = title
    members[groups] = names
}

/^[a-z-]+:.*## / {
    name = $0
    sub(/:.*/, "", name)
    text = $0
    sub(/^.*## /, "", text)
    what[name] = text
    order[++count] = name
}

function show(name,    words, n, i, line, start) {
    n = split(what[name], words, " ")
    line = sprintf("  %-19s ", name)
    width = start = length(line)
    for (i = 1; i <= n; i++) {
        if (width > start && width + length(words[i]) + 1 > 80) {
            print line
            line = sprintf("%22s", "")
            width = start = 22
        }
        line = line (width > start ? " " : "") words[i]
        width = length(line)
    }
    print line
    shown[name] = 1
}

END {
    print "make TARGET. Variables: PHP, PHP_CONFIG, BUILD, CFLAGS, JOBS, RUNS, ARGS."
    for (g = 1; g <= groups; g++) {
        print "\n" titles[g]
        n = split(members[g], names, " ")
        for (i = 1; i <= n; i++) {
            if (names[i] in what) {
                show(names[i])
            }
        }
    }
    rest = 0
    for (i = 1; i <= count; i++) {
        if (!(order[i] in shown) && order[i] != "help") {
            if (!rest++) {
                print "\nOthers"
            }
            show(order[i])
        }
    }
}
