# GNU make. `make help` lists the targets. bin/demo and bin/test also install what a fresh machine lacks.
#
# Variables: PHP and PHP_CONFIG (the PHP to build for), BUILD (the folder for everything that is built), CFLAGS, JOBS,
# RUNS, CONFIGURE (options of configure for lyo.so, such as --without-lyo-zstd)
#
# The targets of tests are in tests/tests.mk, those that measure in bench/bench.mk. Lines that begin with ## before a
# target are its text in `make help-all`.

PHP        ?= php
PHP_CONFIG ?= php-config
CC         ?= cc
BUILD      ?= build
PREFIX     ?= /usr/local
JOBS       ?= $(shell nproc 2>/dev/null || echo 1)
# One target at a time: the steps are parallel inside.
.NOTPARALLEL:
export PHP PHP_CONFIG CC BUILD

php = $$(PHP='$(PHP)' tools/php.sh $(1))
lyo_so := $(BUILD)/lyo.so
igb_so := $(BUILD)/igbinary.so
dump   := $(BUILD)/lyo-dump
bench_so := $(BUILD)/bench-ext/modules/lyo_bench.so

phpunit_modules := libxml dom xml xmlwriter mbstring tokenizer ctype $(lyo_so) '?pdo' '?pdo_sqlite' '?igbinary' \
	'?msgpack' '?mongodb' '?xmlreader' '?pcntl' '?posix' $(bench_so)
demo_modules    := pdo pdo_sqlite mbstring tokenizer ctype igbinary $(lyo_so)
# The demo does not need the tools of the tests, which need more PHP modules. Without vendor/ it installs what cli/
# needs.
demo_autoload   := $(if $(wildcard vendor/autoload.php),vendor/autoload.php,$(BUILD)/demo/vendor/autoload.php)

library_modules := libxml dom xml xmlwriter mbstring tokenizer ctype

# Every target with a name of its own; none of them is a file.
.PHONY: FORCE $(shell awk -F: '/^[a-z-]+:/ { print $$1 }' Makefile tests/tests.mk bench/bench.mk)

## list what you need to use Lyo, and before you send a change
help:
	@awk -f tools/help.awk $(MAKEFILE_LIST)

## list every target, with those of tests and benchmarks
help-all:
	@awk -f tools/help.awk -v all=1 $(MAKEFILE_LIST)

## build the extension lyo and lyo-dump, without the drop-in for igbinary: half the time
lyo: $(lyo_so) $(dump)

## build the extension, the drop-in and lyo-dump: build/lyo.so, build/igbinary.so, build/lyo-dump
build: $(lyo_so) $(igb_so) $(dump)

demo-needs: $(lyo_so) $(demo_autoload)

## compare serialize(), igbinary, JSON and Lyo on values of this machine; ARGS=--details for all numbers
demo: demo-needs
	@$(call php,$(demo_modules)) -d memory_limit=1G demo/run.php --autoload=$(demo_autoload) $(ARGS)

# ---- what is built -------------------------------------------------------------------------------------------------

# build-ext.sh finds out whether anything has changed.
# The copy is replaced by a rename, so that a PHP that has loaded it keeps running.
replace = cmp -s $(1) $@ || { cp $(1) $@.$$$$ && mv $@.$$$$ $@ && echo "built $@"; }

$(lyo_so): FORCE
	@CFLAGS='$(CFLAGS)' tools/build-ext.sh ext $(BUILD)/ext --enable-lyo-werror $(CONFIGURE)
	@$(call replace,$(BUILD)/ext/modules/lyo.so)

$(igb_so): FORCE
	@CFLAGS='$(CFLAGS)' tools/build-ext.sh ext-igbinary $(BUILD)/igbinary --enable-igbinary-werror
	@$(call replace,$(BUILD)/igbinary/modules/igbinary.so)

$(dump): tools/lyo-dump.c $(wildcard tools/dump/*.[ch] ext/src/wire/*.[ch])
	@mkdir -p $(BUILD)
	@$(CC) -O2 -g -std=c99 -Wall -Wextra -Werror -Iext/src -o $@ $(filter %.c,$^)
	@echo "built $@"

composer_update = COMPOSER_ALLOW_SUPERUSER=1 tools/progress.sh 'composer update in $(1) (up to a minute)' \
	$(BUILD)/composer.log composer update --no-interaction --no-progress --working-dir=$(1) || \
	{ cat $(BUILD)/composer.log; exit 1; }

vendor/autoload.php: composer.json
	@mkdir -p $(BUILD)
	@$(call composer_update,.)
	@touch $@

# Packages that the command line needs besides the library, which is in this tree.
demo_project := {"require": {"symfony/cache": "^7.4"}}
phar_project := {"require": {"predis/predis": "^3.0"}, "version": "1.0.0", "config": \
	{"platform": {"php": "8.2.0"}, "optimize-autoloader": true, "autoloader-suffix": "LyoPhar"}}

$(BUILD)/demo/vendor/autoload.php: cli/composer.json tools/cli-project.php
	@mkdir -p $(BUILD)/demo
	@$(PHP) -n tools/cli-project.php '$(demo_project)' >$(BUILD)/demo/composer.json
	@$(call composer_update,$(BUILD)/demo)
	@touch $@

$(BUILD)/phar/vendor/autoload.php: cli/composer.json tools/cli-project.php
	@mkdir -p $(BUILD)/phar
	@$(PHP) -n tools/cli-project.php '$(phar_project)' >$(BUILD)/phar/composer.json
	@$(call composer_update,$(BUILD)/phar)
	@touch $@

## build/lyo.phar: the command line in one file that runs anywhere
phar: $(BUILD)/lyo.phar

$(BUILD)/lyo.phar: $(BUILD)/phar/vendor/autoload.php tools/make-phar.php tools/phar-stub.php \
		$(shell find src cli -type f)
	@$(call php,phar) -d phar.readonly=0 tools/make-phar.php $(BUILD)/phar/vendor $(BUILD)/lyo.phar

## Debian packages for Debian 12 and 13, in build/deb, built in chroots (root, mmdebstrap); SUITES=here builds for this
## Debian, without a chroot
deb: phar
	@tools/deb.sh $(SUITES)

## all files of a release, in build/release: sources and modules for PIE, Debian packages, lyo.phar, archives for
## Composer, checksums (root, mmdebstrap); SUITES=trixie for one, SUITES="bookworm trixie php8.5" for modules of that
## PHP, too
release: phar
	@tools/release.sh $(SUITES)

## write the golden file of this version: the bytes of all vectors and samples, for later versions to read; refused for
## a released version
golden: $(lyo_so) $(igb_so)
	@$(call php,pdo pdo_sqlite tokenizer mbstring ctype $(lyo_so) $(igb_so)) -d memory_limit=1G \
		tests/Golden/make.php

# ---- values to test and measure with -------------------------------------------------------------------------------

# Applications that are built from public packages make them. They are made again only if a file of corpus/ has changed.
public_corpus := $(BUILD)/corpus/manifest.tsv

## make the public corpus in build/corpus: values of applications that are built from public packages (2 minutes)
corpus-public: $(public_corpus)

$(public_corpus): $(shell find corpus -type f ! -name README.md) | vendor/autoload.php
	@$(call php,ctype mbstring tokenizer) corpus/make.php $(BUILD)/corpus

# Must exist before a corpus is used: nothing if LYO_CORPUS names another one, or if there is ../shared/corpus.
other_corpus := $(or $(LYO_CORPUS),$(wildcard ../shared/corpus/manifest.tsv))
used_corpus := $(if $(filter-out $(BUILD)/corpus $(abspath $(BUILD)/corpus),$(other_corpus)),,$(public_corpus))

# ---- the checks ----------------------------------------------------------------------------------------------------

# The steps of bin/test and of bin/test --all, with the seconds that each took beside the others on an idle machine of
# 2 cores (PHP 8.4), a little more than measured. Which steps are in the first list was measured (tests/Faults);
# CONTRIBUTING.md has the table. The long ones come first.
test_steps := phpunit:135 phpunit-library:95 lint-short:35 phpt:35 differential:35 compare:30 test-fibers:10 check:10 \
	vectors:8 phpt-igbinary:8 test-policy:5 test-guest:5
all_steps := lint:75 test-growth-library:205 test-packages:170 phpunit:165 test-bridges:160 phpunit-library:140 \
	split-check:120 test-growth-short:105 plain-tables:105 test-envelope:95 test-checks:80 test-store:75 phpt:60 \
	jit:50 compare:45 test-language:40 unit:40 valgrind:40 test-sessions-short:40 differential:35 bench-counts:35 \
	test-igbinary:35 test-clients:25 selftest:20 test-js:60 test-way-back:20 corpus-again:20 test-restarts:12 \
	test-kept:50 test-workers:15 test-fibers:12 check:12 test-sleep:10 mutations:8 vectors:8 corpus:8 \
	test-policy:5 test-guest:5 truncations:5 test-api:5 test-calls:5 test-golden:5 depth:3

# What Composer installs for them.
test-composer: vendor/autoload.php $(BUILD)/phar/vendor/autoload.php
test-all-composer: test-composer bridge-projects

# What several steps use is made first, so that none of them waits for another.
test_needs := test-composer build bench-build $(BUILD)/lyo.phar

## run what a change must pass, in about 6 minutes, and print a table; nothing of it needs a server or a framework
test: $(test_needs)
	@MAKE='$(MAKE)' $(PHP) -n tools/steps.php $(test_steps)

## run all checks, in about 25 minutes, and print a table
test-all: test-all-composer $(test_needs) $(public_corpus)
	@MAKE='$(MAKE)' $(PHP) -n tools/steps.php $(all_steps)

list-steps:
	@echo $(test_steps)
	@echo $(all_steps)

## layers, lengths of files and functions, generated files, versions
check: $(dump)
	@tools/check.sh

c_files = $(filter-out %_arginfo.h,$(wildcard ext/*.[ch] ext/src/*.h ext/src/*/*.[ch] ext/src/module/lyo/*.[ch] \
	ext-igbinary/*.[ch] ext-igbinary/src/dropin/*.[ch] ext-igbinary/src/php7/*.h tools/*.c bench/ext/*.[ch] \
	tests/Unit/module/*.[ch]))

## PHPStan at its highest level, PHP-CS-Fixer, clang-format 14 or 19
lint: bridge-projects
## lint without what uses Laravel and Symfony
lint-short:
lint-short: phpstan_options := --configuration=tools/phpstan-short.neon

clang_format := clang-format --version 2>/dev/null | grep -Eq 'version (14|19)\.'
fixer = $(call php,tokenizer mbstring '?pcntl' '?posix') -d memory_limit=-1 vendor/bin/php-cs-fixer fix
not_formatted := { echo "lint: not formatted; make format does it"; exit 1; }

lint lint-short: vendor/autoload.php
	@if $(clang_format); then clang-format --dry-run -Werror $(c_files) || $(not_formatted); \
	else echo "lint: the format of C SKIPPED, clang-format 14 or 19 is not here (apt-get install clang-format)"; fi
	@$(call php,tokenizer mbstring '?pdo' '?pcntl' '?posix' phar) -d memory_limit=-1 vendor/bin/phpstan analyse \
		$(phpstan_options) --no-progress --memory-limit=-1
	@$(fixer) --dry-run --show-progress=none --quiet || \
		{ $(fixer) --dry-run --show-progress=none --diff; $(not_formatted); }
	@echo "lint: no complaints"

include tests/tests.mk bench/bench.mk

# ---- the rest ------------------------------------------------------------------------------------------------------

## format C and PHP
format: vendor/autoload.php
	clang-format -i $(c_files)
	$(fixer) --quiet

## put the output of demo and example into README.md, docs/demo.md, docs/measure.md and docs/measure.png (needs PHP 8.4
## and chromium)
readme: $(lyo_so)
	@$(call php,mbstring $(lyo_so)) tools/gen-readme.php

## make the answers and charts of docs/lab/published.md again, from its tables; measures nothing
published-charts: vendor/autoload.php
	@$(call php,mbstring ctype) bench/published.php --redraw=docs/lab/published.md

## put the tables and charts of bench-published into docs/lab/published.md
published:
	@$(MAKE) --no-print-directory bench-published ARGS=--write=docs/lab/published.md

## install the extension, its C header and lyo-dump (root); then write extension=lyo into php.ini
install: $(lyo_so) $(dump)
	@$(MAKE) --no-print-directory -C $(BUILD)/ext install INSTALL_ROOT=$(DESTDIR)
	install -D $(dump) $(DESTDIR)$(PREFIX)/bin/lyo-dump
	@[ -n "$(DESTDIR)" ] || echo \
		"Installed. Write extension=lyo into php.ini (see php --ini), and restart PHP-FPM or Apache."

## replace Debian's igbinary by the drop-in (root); the files of that package are kept
install-igbinary: $(igb_so)
	@tools/install-igbinary.sh install $(igb_so)

## put Debian's igbinary back
restore-igbinary:
	@tools/install-igbinary.sh restore

## remove everything that was built, and vendor/
clean:
	rm -rf $(BUILD) vendor composer.lock
