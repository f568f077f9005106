# Prints targets of the Makefile and of what it includes, in groups, 80 columns wide: `make help` those for a person who
# uses Lyo or sends a change, `make help-all` (-v all=1) every one. A target is a line "name: …" after lines "## what it
# does". Targets without a group come at the end, so none is missing.

BEGIN {
    group("Use it", "lyo build demo phar deb release inspector wordpress-zip install install-igbinary restore-igbinary clean")
    group("Before you send a change", "test test-all check lint format help-all")
    common = groups
    group("Checks of all, and what is generated", "lint-short lint-docker matrix golden readme published published-charts")
    group("Tests while you work: the extension", "phpt unit vectors differential test-sleep test-calls test-fibers test-restarts test-kept test-workers test-language test-api test-policy test-formats test-guest test-growth-library test-envelope test-checks depth mutations jit")
    group("Tests while you work: library, command line, documents", "phpunit phpunit-library compare mutants coverage-library translate library-matrix test-large test-js test-inspector test-golden")
    group("Tests while you work: igbinary.so", "phpt-igbinary test-igbinary truncations test-clients")
    group("Tests with servers and frameworks", "test-sessions test-sessions-short test-store test-store-long test-bridges test-apps test-wordpress test-packages test-wordpress-plugin test-drupal-module test-way-back test-deb test-newcomer")
    group("Long tests, and tests of the tests", "test-long test-igbinary-long test-kept-long test-asan fuzz-walk test-growth test-growth-short test-payloads valgrind plain-tables variants jit-function split-check selftest coverage")
    group("Values to test and measure with", "corpus corpus-public corpus-again")
    group("Measuring", "bench bench-targets bench-igbinary bench-reference bench-counts bench-gate-update bench-library bench-envelope bench-growth bench-published bench-mechanisms bench-profile bench-beside bench-advice bench-cost bench-bridges bench-pages bench-packages bench-kept bench-kept-calls")
}

function group(title, names) {
    titles[++groups] = title
    members[groups] = names
}

/^## / {
    text = text (text == "" ? "" : " ") substr($0, 4)
    next
}

/^[a-z-]+:/ && text != "" {
    name = $0
    sub(/:.*/, "", name)
    what[name] = text
    order[++count] = name
}

{
    text = ""
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
    for (g = 1; g <= (all ? groups : common); g++) {
        print "\n" titles[g]
        n = split(members[g], names, " ")
        for (i = 1; i <= n; i++) {
            if (names[i] in what) {
                show(names[i])
            }
        }
    }
    if (!all) {
        exit
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
