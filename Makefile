# GNU make. `make help` lists the targets. bin/demo and bin/test also install what a fresh machine lacks.
#
# Variables: PHP and PHP_CONFIG (the PHP to build for), BUILD (the folder for everything that is built), CFLAGS, JOBS, RUNS,
# CONFIGURE (options of configure for lyo.so, such as --without-lyo-zstd)

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

phpunit_modules := libxml dom xml xmlwriter mbstring tokenizer ctype $(lyo_so) '?pdo' '?pdo_sqlite' '?igbinary' '?msgpack' '?mongodb' '?xmlreader' '?pcntl' '?posix' $(bench_so)
demo_modules    := pdo pdo_sqlite mbstring tokenizer ctype igbinary $(lyo_so)
# The demo does not need the tools of the tests, which need more PHP modules. Without vendor/ it installs only symfony/console.
demo_autoload   := $(if $(wildcard vendor/autoload.php),vendor/autoload.php,$(BUILD)/demo/vendor/autoload.php)

library_modules := libxml dom xml xmlwriter mbstring tokenizer ctype

.PHONY: help lyo build phar deb release golden test-golden test-deb test-newcomer lint-docker demo demo-needs test check lint phpt phpt-igbinary plain-tables test-checks variants jit-function test-language unit test-api test-fibers test-restarts test-guest test-policy test-formats test-sessions test-sessions-short test-store test-store-long phpunit phpunit-library vectors compare test-envelope library-matrix translate mutants coverage-library test-large selftest differential test-sleep test-calls test-igbinary test-clients test-js inspector test-inspector bridge-projects test-bridges test-way-back test-apps test-wordpress app-projects truncations corpus mutations depth jit valgrind split-check corpus-public corpus-again \
        test-growth test-growth-short test-growth-library test-payloads test-long test-igbinary-long test-asan fuzz-walk matrix coverage format readme published published-charts install install-igbinary restore-igbinary clean FORCE

help: ## list the targets
	@awk -f tools/help.awk $(MAKEFILE_LIST)

lyo: $(lyo_so) $(dump) ## build the extension lyo and lyo-dump, without the drop-in for igbinary: half the time

build: $(lyo_so) $(igb_so) $(dump) ## build the extension, the drop-in and lyo-dump: build/lyo.so, build/igbinary.so, build/lyo-dump

demo-needs: $(lyo_so) $(demo_autoload)

demo: demo-needs ## compare serialize(), igbinary, JSON and Lyo on values of this machine; ARGS=--details for all numbers
	@$(call php,$(demo_modules)) -d memory_limit=1G demo/run.php --autoload=$(demo_autoload) $(ARGS)

# ---- what is built -------------------------------------------------------------------------------------------------

# build-ext.sh finds out whether anything has changed. The copy is replaced by a rename, so that a PHP that has loaded it keeps running.
$(lyo_so): FORCE
	@CFLAGS='$(CFLAGS)' tools/build-ext.sh ext $(BUILD)/ext --enable-lyo-werror $(CONFIGURE)
	@cmp -s $(BUILD)/ext/modules/lyo.so $@ || { cp $(BUILD)/ext/modules/lyo.so $@.$$$$ && mv $@.$$$$ $@ && echo "built $@"; }

$(igb_so): FORCE
	@CFLAGS='$(CFLAGS)' tools/build-ext.sh ext-igbinary $(BUILD)/igbinary --enable-igbinary-werror
	@cmp -s $(BUILD)/igbinary/modules/igbinary.so $@ || { cp $(BUILD)/igbinary/modules/igbinary.so $@.$$$$ && mv $@.$$$$ $@ && echo "built $@"; }

$(dump): tools/lyo-dump.c $(wildcard tools/dump/*.[ch] ext/src/wire/*.[ch])
	@mkdir -p $(BUILD)
	@$(CC) -O2 -g -std=c99 -Wall -Wextra -Werror -Iext/src -o $@ $(filter %.c,$^)
	@echo "built $@"

composer_update = COMPOSER_ALLOW_SUPERUSER=1 tools/progress.sh 'composer update in $(1) (up to a minute)' $(BUILD)/composer.log \
	composer update --no-interaction --no-progress --working-dir=$(1) || { cat $(BUILD)/composer.log; exit 1; }

vendor/autoload.php: composer.json
	@mkdir -p $(BUILD)
	@$(call composer_update,.)
	@touch $@

# Packages that the command line needs besides the library, which is in this tree.
$(BUILD)/demo/vendor/autoload.php: cli/composer.json
	@mkdir -p $(BUILD)/demo
	@$(PHP) -n -r 'echo json_encode(["require" => array_diff_key(json_decode(stream_get_contents(STDIN), true)["require"], ["lyo/lyo" => 0]) + ["symfony/cache" => "^7.4"]]);' <$< >$(BUILD)/demo/composer.json
	@$(call composer_update,$(BUILD)/demo)
	@touch $@

$(BUILD)/phar/vendor/autoload.php: cli/composer.json
	@mkdir -p $(BUILD)/phar
	@$(PHP) -n -r 'echo json_encode(["require" => array_diff_key(json_decode(stream_get_contents(STDIN), true)["require"], ["lyo/lyo" => 0]) + ["predis/predis" => "^3.0"], "version" => "1.0.0", "config" => ["platform" => ["php" => "8.2.0"], "optimize-autoloader" => true, "autoloader-suffix" => "LyoPhar"]]);' <$< >$(BUILD)/phar/composer.json
	@$(call composer_update,$(BUILD)/phar)
	@touch $@

phar: $(BUILD)/lyo.phar ## build/lyo.phar: the command line in one file that runs anywhere

$(BUILD)/lyo.phar: $(BUILD)/phar/vendor/autoload.php tools/make-phar.php tools/phar-stub.php $(shell find src cli -type f)
	@$(call php,phar) -d phar.readonly=0 tools/make-phar.php $(BUILD)/phar/vendor $(BUILD)/lyo.phar

deb: phar ## Debian packages for Debian 12 and 13, in build/deb, built in chroots (root, mmdebstrap); SUITES=here builds for this Debian, without a chroot
	@tools/deb.sh $(SUITES)

release: phar ## all files of a release, in build/release: sources and modules for PIE, Debian packages, lyo.phar, archives for Composer, checksums (root, mmdebstrap); SUITES=trixie for one, SUITES="bookworm trixie php8.5" for modules of that PHP, too
	@tools/release.sh $(SUITES)

golden: $(lyo_so) $(igb_so) ## write the golden file of this version: the bytes of all vectors and samples, for later versions to read; refused for a released version
	@$(call php,pdo pdo_sqlite tokenizer mbstring ctype $(lyo_so) $(igb_so)) -d memory_limit=1G tests/Golden/make.php

# ---- values to test and measure with -------------------------------------------------------------------------------

# Applications that are built from public packages make them. They are made again only if a file of corpus/ has changed.
public_corpus := $(BUILD)/corpus/manifest.tsv

corpus-public: $(public_corpus) ## make the public corpus in build/corpus: values of applications that are built from public packages (2 minutes)

$(public_corpus): $(shell find corpus -type f ! -name README.md) | vendor/autoload.php
	@$(call php,ctype mbstring tokenizer) corpus/make.php $(BUILD)/corpus

# Must exist before a corpus is used: nothing if LYO_CORPUS names another one, or if there is ../shared/corpus.
used_corpus := $(if $(filter-out $(BUILD)/corpus $(abspath $(BUILD)/corpus),$(or $(LYO_CORPUS),$(wildcard ../shared/corpus/manifest.tsv))),,$(public_corpus))

# ---- the checks ----------------------------------------------------------------------------------------------------

# The steps of bin/test and of bin/test --all, with the seconds that each took beside the others on an idle machine of 2 cores (PHP 8.4), a
# little more than measured. Which steps are in the first list was measured (tests/Faults); CONTRIBUTING.md has the table. The long ones
# come first.
test_steps := phpunit:135 phpunit-library:95 lint-short:35 phpt:35 differential:35 compare:30 test-fibers:10 check:10 vectors:8 phpt-igbinary:8 test-policy:5 test-guest:5
all_steps := lint:75 test-growth-library:205 test-packages:170 phpunit:165 test-bridges:160 phpunit-library:140 split-check:120 test-growth-short:105 plain-tables:105 test-envelope:95 test-checks:80 test-store:75 \
	phpt:60 jit:50 compare:45 test-language:40 unit:40 valgrind:40 test-sessions-short:40 differential:35 bench-counts:35 test-igbinary:35 test-clients:25 \
	selftest:20 test-js:60 test-way-back:20 corpus-again:20 test-restarts:12 test-kept:50 test-workers:15 test-fibers:12 check:12 test-sleep:10 mutations:8 vectors:8 corpus:8 test-policy:5 test-guest:5 \
	truncations:5 test-api:5 test-calls:5 test-golden:5 depth:3

.PHONY: list-steps test-composer test-all test-all-composer test-packages test-packages-laravel test-wordpress-plugin wordpress-zip lint-short

# What Composer installs for them.
test-composer: vendor/autoload.php $(BUILD)/phar/vendor/autoload.php
test-all-composer: test-composer bridge-projects

# What several steps use is made first, so that none of them waits for another.
test_needs := test-composer build bench-build $(BUILD)/lyo.phar

test: $(test_needs) ## run what a change must pass, in about 6 minutes, and print a table; nothing of it needs a server or a framework
	@MAKE='$(MAKE)' $(PHP) -n tools/steps.php $(test_steps)

test-all: test-all-composer $(test_needs) $(public_corpus) ## run all checks, in about 25 minutes, and print a table
	@MAKE='$(MAKE)' $(PHP) -n tools/steps.php $(all_steps)

list-steps:
	@echo $(test_steps)
	@echo $(all_steps)

check: $(dump) ## layers, lengths of files and functions, generated files, versions
	@tools/check.sh

c_files = $(filter-out %_arginfo.h,$(wildcard ext/*.[ch] ext/src/*.h ext/src/*/*.[ch] ext/src/module/lyo/*.[ch] ext-igbinary/*.[ch] ext-igbinary/src/dropin/*.[ch] ext-igbinary/src/php7/*.h tools/*.c bench/ext/*.[ch] tests/Unit/module/*.[ch]))

lint: bridge-projects ## PHPStan at its highest level, PHP-CS-Fixer, clang-format 14 or 19
lint-short: ## lint without what uses Laravel and Symfony
lint-short: phpstan_options := --configuration=tools/phpstan-short.neon

lint lint-short: vendor/autoload.php
	@if clang-format --version 2>/dev/null | grep -Eq 'version (14|19)\.'; then clang-format --dry-run -Werror $(c_files) || { echo "lint: not formatted; make format does it"; exit 1; }; \
	else echo "lint: the format of C SKIPPED, clang-format 14 or 19 is not here (Debian 12 and 13: apt-get install clang-format)"; fi
	@$(call php,tokenizer mbstring '?pdo' '?pcntl' '?posix' phar) -d memory_limit=-1 vendor/bin/phpstan analyse $(phpstan_options) --no-progress --memory-limit=-1
	@fixer="$(call php,tokenizer mbstring '?pcntl' '?posix') -d memory_limit=-1 vendor/bin/php-cs-fixer fix --dry-run --show-progress=none"; \
	$$fixer --quiet || { $$fixer --diff; echo "lint: not formatted; make format does it"; exit 1; }
	@echo "lint: no complaints"

phpt: $(lyo_so) ## the extension's own tests
	@tools/phpt.sh $(BUILD)/ext ext/tests

test-api: $(lyo_so) ## an extension that uses the C API: loaded before lyo, after it, and without it
	@tests/Api/run.sh $(lyo_so)

unit: ## tests of the engine called from C: counts that no test string can have; walk and reader agree on RUNS changed payloads (default 200000)
	@tools/build-ext.sh tests/Unit/module $(BUILD)/unit
	@$(call php,$(BUILD)/unit/modules/lyo_unit.so) tests/Unit/run.php $(or $(RUNS),200000)

phpunit: $(lyo_so) $(igb_so) $(dump) bench-build $(BUILD)/lyo.phar ## tests of library, format and behaviour against serialize(); ARGS=... for PHPUnit
	@$(call php,$(phpunit_modules)) -d memory_limit=2G -d zend.assertions=1 vendor/bin/phpunit $(ARGS)

phpunit-library: vendor/autoload.php $(lyo_so) $(dump) $(BUILD)/lyo.phar ## tests of library and command line in a PHP without lyo and igbinary, with only the modules that PHPUnit needs
	@$(call php,$(library_modules)) -r 'exit(extension_loaded("lyo") || extension_loaded("igbinary") ? 1 : 0);'
	@$(call php,$(library_modules)) -d memory_limit=1G -d zend.assertions=1 vendor/bin/phpunit $(ARGS) tests/Library tests/Cli

test-large: $(lyo_so) vendor/autoload.php ## lyo dump of a payload of 14 MB: 128 MB of memory, the first line within a second
	@LYO_LARGE=1 $(call php,$(phpunit_modules)) -d memory_limit=2G vendor/bin/phpunit tests/Cli/LargeTest.php

vectors: $(lyo_so) $(dump) vendor/autoload.php ## every vector of the specification, with the library and with the extension
	@$(call php,zlib '?ffi') -d ffi.enable=1 tests/run-vectors.php --library
	@$(call php,$(lyo_so)) tests/run-vectors.php

compare: $(lyo_so) $(igb_so) vendor/autoload.php ## library against extension: VALUES random values (20000), PAYLOADS mutated payloads (40000), MESSAGES of igbinary (4000); BATCH=FILE keeps the payloads for LYO_BATCH=FILE make test-js
	@$(call php,$(lyo_so) $(igb_so) ctype tokenizer) -d memory_limit=2G tests/Library/compare.php --values=$(or $(VALUES),20000) --payloads=$(or $(PAYLOADS),40000) --messages=$(or $(MESSAGES),4000) $(if $(BATCH),--batch=$(abspath $(BATCH)))

test-envelope: $(lyo_so) vendor/autoload.php $(used_corpus) ## damaged, forged and hostile envelopes, by extension and library: every flipped bit, RUNS bursts and mutations (default 200000), bombs, the contents that take most memory
	@LYO_SO=$(abspath $(lyo_so)) $(call php,$(lyo_so) ctype tokenizer zlib '?ffi') -d ffi.enable=1 -d memory_limit=2G tests/Envelope/run.php --bursts=$(or $(RUNS),200000) --mutations=$(or $(RUNS),200000)

library-matrix: $(lyo_so) vendor/autoload.php ## write the values of the corpus with each writer and read them with each reader: a table
	@$(call php,$(lyo_so) igbinary '?pcntl') -d memory_limit=2G tools/library-matrix.php

translate: vendor/autoload.php ## a whole cache database native -> lyo -> igbinary -> native, without a class
	@$(call php,pdo pdo_sqlite) -d memory_limit=1G tools/translate-database.php

mutants: vendor/autoload.php $(lyo_so) $(dump) ## make 60 small mistakes in the library, one at a time: each must fail a test
	@PHP_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(library_modules) | cut -d' ' -f2-)" $(call php,tokenizer) tests/Library/mutants.php

coverage-library: vendor/autoload.php $(lyo_so) bridge-projects ## line coverage of src/ and the folders of cli/src/ by PHPUnit and the tests of the bridges (needs pcov); fails below 95 %
	@rm -rf $(BUILD)/coverage && mkdir -p $(BUILD)/coverage
	@BRIDGE_COVERAGE=$(abspath $(BUILD))/coverage $(call php,$(library_modules) pcov '?pdo' '?pdo_sqlite' '?xmlreader' '?msgpack' '?mongodb') -d pcov.directory=. -d pcov.exclude='~/(vendor|build|tests)/~' -d memory_limit=2G vendor/bin/phpunit tests/Library tests/Cli --coverage-php $(BUILD)/coverage/phpunit.php --colors=never >$(BUILD)/coverage/phpunit.txt
	@BUILD=$(BUILD) BRIDGE_COVERAGE=$(abspath $(BUILD))/coverage $(call php,posix) tests/Bridge/run.php laravel clients Drupal >$(BUILD)/coverage/bridges.txt
	@$(call php,$(library_modules)) -d memory_limit=2G tools/coverage-library.php $(BUILD)/coverage/phpunit.php $(BUILD)/coverage 95 >$(BUILD)/coverage-library.txt; status=$$?; \
	grep -m1 'Lines:' $(BUILD)/coverage-library.txt; exit $$status

selftest: $(lyo_so) ## the differential test, the tests of hooks and the mutations must find every planted fault
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') -d memory_limit=2G tests/Differential/selftest.php
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Sleep/run.php --selftest
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Calls/run.php --selftest
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') tests/Fuzz/mutate.php --selftest

differential: $(lyo_so) ## RUNS random values (default 20000) through serialize() and through lyo, compared; 500 with each mechanism of lyo.disable off
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') -d memory_limit=2G tests/Differential/run.php \
		--runs=$(or $(RUNS),20000) --jobs=$(JOBS)
	@tools/switches.sh

test-sleep: $(lyo_so) ## RUNS random classes with __sleep() (default 4000) through serialize() and through lyo, compared
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Sleep/run.php --runs=$(or $(RUNS),4000) --jobs=$(JOBS)

test-calls: $(lyo_so) ## RUNS random classes (default 4000): each hook is called as often as by serialize() and unserialize(), in the same order
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Calls/run.php --classes=$(or $(RUNS),4000) --jobs=$(JOBS)

phpt-igbinary: $(igb_so) ## the drop-in's own tests
	@LABEL='igbinary phpt' tools/phpt.sh $(BUILD)/igbinary ext-igbinary/tests

test-igbinary: phpt-igbinary ## igbinary.so against the installed igbinary: its own tests, C symbols, vectors, corpus, RUNS random values (default 5000), sessions, damaged bytes
	@BUILD=$(BUILD) tests/Igbinary/consumer.sh $(igb_so)
	@BUILD=$(BUILD) $(call php,ctype tokenizer) tests/Igbinary/run.php --runs=$(or $(RUNS),5000) --mutations=5000

# What a module declares is tried where the module is there.
language_modules := '?ctype' '?tokenizer' '?mbstring' '?iconv' '?dom' '?simplexml' '?xml' '?xmlreader' '?xmlwriter' '?xsl' '?pdo' '?pdo_sqlite' '?sqlite3' '?mysqlnd' '?mysqli' \
	'?phar' '?fileinfo' '?sockets' '?sysvmsg' '?sysvsem' '?sysvshm' '?shmop' '?ftp' '?intl' '?gmp' '?bcmath' '?curl' '?zip' '?ffi' '?apcu' '?msgpack'

test-language: $(lyo_so) $(igb_so) vendor/autoload.php ## each class and enum of this PHP, and properties of every kind: written and read, also with hostile states, by both modules and the library
	@$(call php,$(lyo_so) $(igb_so) $(language_modules)) tests/Language/run.php $(ARGS)

# Seconds without a sanitizer; test-long runs it with one, 1,000,000 operations.
test-fibers: $(lyo_so) $(igb_so) ## RUNS operations (default 100000) of fibers that are suspended, resumed and destroyed inside hooks, with either module and with both
	@$(call php,$(lyo_so)) tests/Fibers/run.php --operations=$(or $(RUNS),100000) --brief
	@$(call php,$(igb_so)) tests/Fibers/run.php --operations=$(or $(RUNS),100000) --brief
	@$(call php,$(lyo_so) $(igb_so)) tests/Fibers/run.php --operations=$(or $(RUNS),100000)

test-restarts: $(lyo_so) ## OPcache starts anew TURNS times (default 10000) between reads of one process: keys that Lyo shares with loaded code are the right ones
	@BUILD=$(BUILD) $(call php) tests/Restarts/run.php $(or $(TURNS),10000)

kept_so := $(BUILD)/kept/modules/lyo.so

.PHONY: test-workers kept-build test-kept test-kept-long

test-workers: $(lyo_so) $(igb_so) vendor/autoload.php ## RUNS requests (default 100000) in one process, without kept values and with them: flat memory, the same results; planted faults must be found
	@tests/Workers/run.sh $(or $(RUNS),100000) $(call php,$(lyo_so) $(igb_so) ctype tokenizer '?ffi') -d memory_limit=256M

# Blocks of kept values in pages that cannot be written to, nor read at the wrong time.
kept-build:
	@EXTRA_CFLAGS="-DLYO_KEEP_GUARD -include $(abspath tests/Kept/guard.h)" tools/build-ext.sh ext $(BUILD)/kept --enable-lyo-werror

test-kept: kept-build ## values that lyo.keep_values keeps, in guarded memory: RUNS random operations (default 20000), late users and a full store in php-fpm
	@PHP='$(PHP)' tests/Kept/run.sh $(kept_so) $(or $(RUNS),20000) 350 500

test-kept-long: kept-build ## the same with 1,000,000 operations, each JIT and 20,000 requests; planted faults must be found (15 minutes)
	@PHP='$(PHP)' tests/Kept/run.sh $(kept_so) $(or $(RUNS),1000000) 350 20000
	@PHP='$(PHP)' tests/Kept/long.sh $(kept_so) $(or $(RUNS),200000)

test-guest: $(lyo_so) $(igb_so) vendor/autoload.php ## the library in a strict application: what its error handler and its hooks see through each bridge is what plain unserialize() shows them
	@BUILD=$(BUILD) $(call php) tests/Guest/run.php

test-policy: $(lyo_so) $(igb_so) vendor/autoload.php ## class policies: every form of stored value, every handler; and what could get around a policy, by every way in
	@$(call php,$(lyo_so) $(igb_so)) -d session.use_cookies=0 -d session.cache_limiter= tests/Policy/run.php
	@$(call php,$(lyo_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=lyo tests/Policy/run.php lyo
	@$(call php,$(igb_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=igbinary tests/Policy/run.php igbinary
	@$(call php,'?gmp' '?ds' $(lyo_so) $(igb_so)) -d session.use_cookies=0 -d session.cache_limiter= -d 'lyo.unserialize_reads=lyo igbinary' tests/Policy/ways.php modules
	@$(call php,'?gmp' '?ds' $(lyo_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=lyo tests/Policy/ways.php apcu lyo
	@$(call php,'?gmp' '?ds' $(igb_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=igbinary tests/Policy/ways.php apcu igbinary
	@EXTRA_CFLAGS="-I$(CURDIR)/ext" tools/build-ext.sh tests/Api/consumer $(BUILD)/api
	@$(call php,'?gmp' '?ds' $(lyo_so) $(BUILD)/api/modules/consumer.so) tests/Policy/ways.php api
	@$(call php,'?gmp' '?ds' $(library_modules)) -d session.use_cookies=0 -d session.cache_limiter= tests/Policy/ways.php library

test-clients: $(lyo_so) $(igb_so) ## Debian's redis, memcached, apcu and sessions with our igbinary.so, if redis-server and memcached are installed
	@BUILD=$(BUILD) $(PHP) -n tests/Clients/run.php

stores_modules := $(lyo_so) posix pcntl '?pdo' '?pdo_sqlite' '?mysqlnd' '?pdo_mysql' '?pdo_pgsql' igbinary '?msgpack' '?redis' '?memcached'

test-store: $(lyo_so) vendor/autoload.php ## lyo stat, advise and convert against Redis, a Redis Cluster, Sentinel, Valkey, Memcached, SQLite, MariaDB, PostgreSQL and cache files, as far as these are installed; ARGS=--only=memcached for one
	@STORES_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(stores_modules) | cut -d' ' -f2-)" $(call php,$(stores_modules)) tests/Stores/run.php $(ARGS)

test-store-long: $(lyo_so) vendor/autoload.php ## the complete tests of all stores, a Redis of KEYS keys (default 1000000), killed ten times, and how long others wait for SQLite
	@$(MAKE) --no-print-directory test-store ARGS="--long --seconds=5 --kills=5 --values=2000"
	@STORES_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(stores_modules) | cut -d' ' -f2-)" $(call php,$(stores_modules)) tests/Stores/long.php --keys=$(or $(KEYS),1000000)
	@STORES_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(stores_modules) | cut -d' ' -f2-)" $(call php,$(stores_modules)) tests/Stores/waits.php

# npm fetches the compiler of TypeScript once.
has_node := command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null
npm_ci    = { [ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund >/dev/null; }

test-js: $(dump) vendor/autoload.php ## the readers in TypeScript (clients/js): all vectors, MUTATIONS changed payloads (default 40000) against lyo-dump, DIFFERENTIAL of igbinary and serialize() (default 100000) against the library
	@if ! { $(has_node); }; then \
		echo "test-js: SKIPPED, Node.js 20 and npm are not here"; \
	else \
		answers="$(call php,ctype tokenizer mbstring) $(CURDIR)/tests/Clients/answers.php" && \
		cd clients/js && $(npm_ci) && LYO_ANSWERS="$$answers" LYO_DUMP=$(abspath $(dump)) npm test --silent && echo "test-js: all vectors read"; \
	fi

inspector_html := $(BUILD)/inspector.html

inspector: $(inspector_html) ## build/inspector.html: a page without a server that shows what a payload holds (Node.js 20 and npm)

$(inspector_html): $(shell find clients/js/src clients/inspector/src -type f) clients/inspector/build.mjs clients/inspector/package-lock.json
	@{ $(has_node); } || { echo "inspector: needs Node.js 20 and npm" >&2; exit 1; }
	@cd clients/inspector && $(npm_ci) && node_modules/.bin/tsc -p . && node build.mjs $(abspath $@)

test-inspector: $(lyo_so) ## the inspector in a headless Chromium, if that is installed (apt-get install chromium): vectors, samples, LYO_CORPUS, damaged and hostile data, 10 MB, accessibility
	@if ! { $(has_node); }; then \
		echo "test-inspector: SKIPPED, Node.js 20 and npm are not here"; \
	elif [ ! -x "$(or $(CHROMIUM),$(firstword $(wildcard /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome)))" ]; then \
		echo "test-inspector: SKIPPED, Chromium is not here (apt-get install chromium, or CHROMIUM=FILE)"; \
	else \
		$(MAKE) --no-print-directory inspector && \
		export LYO_PHP="$(call php,$(lyo_so)) -d memory_limit=1G" LYO_INSPECTOR=$(abspath $(inspector_html)) LYO_CORPUS=$(abspath $(or $(LYO_CORPUS),$(wildcard ../shared/corpus))) && \
		(cd clients/js && $(npm_ci) && node_modules/.bin/tsc) && \
		cd clients/inspector && node --test --test-reporter=spec test/inspector.test.mjs; \
	fi

test-sessions: $(lyo_so) $(igb_so) vendor/autoload.php ## sessions through roll-out, roll-back and the loss of the extension: php-fpm on files, redis and memcached, as far as these are installed
	@BUILD=$(BUILD) $(call php,posix) tests/Sessions/run.php $(ARGS)

test-sessions-short: $(lyo_so) $(igb_so) vendor/autoload.php ## test-sessions with one form in each store
	@BUILD=$(BUILD) $(call php,posix) tests/Sessions/run.php --sessions=1 --requests=32 --forms=1

# Each framework is installed on its own, with the versions that it wants; Runner.php says what is for which PHP.
bridge_projects := $(patsubst tests/Bridge/projects/%/composer.json,$(BUILD)/bridges/%/vendor/autoload.php,$(wildcard tests/Bridge/projects/*/composer.json))

$(BUILD)/bridges/%/vendor/autoload.php: tests/Bridge/projects/%/composer.json
	@mkdir -p $(BUILD)/bridges/$*
	@cp $< $(BUILD)/bridges/$*/composer.json
	@$(call composer_update,$(BUILD)/bridges/$*)
	@touch $@

bridge-projects: $(bridge_projects)

test-bridges: $(lyo_so) bridge-projects ## the bridges in their frameworks and on real stores, as far as these are installed; ARGS=symfony-7 or ARGS=Steps for a part, DRUPAL_CORE=FOLDER for Drupal itself, OPERATIONS=100000 for more of what plain servers and ours do in turn, COUNT=1 for the instructions of the pages of Steps, PAIRS=500 for their CPU
	@BUILD=$(BUILD) $(call php,posix) tests/Bridge/run.php $(ARGS)

test-packages: $(lyo_so) vendor/autoload.php ## packages/ as users install them, with the PHP of this machine: commands of the READMEs, own tests, PHPStan and coding style; ARGS=readme, suite or style for a part, ONLY=laravel for one package
	@BUILD=$(BUILD) $(PHP) tests/Packages/run.php $(ARGS)

# CI's part with PHP 8.4: Laravel's tools need PHP 8.3.
test-packages-laravel:
	@ONLY=laravel $(MAKE) --no-print-directory test-packages

wordpress-zip: ## the plugin for WordPress, as its users install it: build/lyo-object-cache.zip
	@$(PHP) packages/wordpress/tools/build.php $(BUILD)/lyo-object-cache.zip

test-wordpress-plugin: $(lyo_so) vendor/autoload.php $(if $(WORDPRESS_DEVELOP),$(BUILD)/apps/wordpress/vendor/autoload.php) ## the plugin for WordPress in WordPress itself, with the PHP of this machine, Redis, Memcached and MariaDB; needs WORDPRESS=FOLDER, REDIS_CACHE=FOLDER and WP_CLI=FILE; WORDPRESS_DEVELOP=FOLDER for WordPress' own tests; ARGS=life for a part, ARGS=cost for what a page costs, PAGES=200 OPERATIONS=50000 ITEMS=10000 for all
	@BUILD=$(BUILD) $(PHP) packages/wordpress/tests/run.php $(ARGS)

bench-packages: $(lyo_so) vendor/autoload.php ## what a page of Symfony costs with the bundle, and the table in its README; needs valgrind and redis-server
	@BUILD=$(BUILD) $(PHP) tests/Packages/run.php pages

test-way-back: $(lyo_so) $(igb_so) bridge-projects vendor/autoload.php ## the way back of each guide: its commands are run, and the application reads everything without Lyo; with WordPress and Drupal's core as far as tests/WayBack/sites.sh can bring them; ARGS=laravel for one
	@tests/WayBack/sites.sh $(BUILD)/way-back
	@BUILD=$(BUILD) $(call php,ctype mbstring tokenizer posix) tests/WayBack/run.php $(ARGS)

test-drupal-module: $(lyo_so) vendor/autoload.php ## packages/drupal on core's demo site: the commands of its README, with 200 pages in between, damaged items and servers of different kinds (15 minutes); DRUPAL_CORE=FOLDER for another core than Composer's, DRUPAL_TESTS=FOLDER for core's own tests, DRUSH=FOLDER for Drush, ARGS=damage, heads, core-tests, site, mariadb, postgresql, drush, pages, compress, apcu or memory for a part
	@tests/WayBack/sites.sh $(BUILD)/way-back
	@BUILD=$(BUILD) $(PHP) tests/DrupalModule/run.php $(ARGS)

# What the frameworks' own tests need.
app_projects := $(patsubst tests/Apps/projects/%/composer.json,$(BUILD)/apps/%/vendor/autoload.php,$(filter-out %/wordpress/composer.json,$(wildcard tests/Apps/projects/*/composer.json)))

$(BUILD)/apps/%/vendor/autoload.php: tests/Apps/projects/%/composer.json
	@mkdir -p $(BUILD)/apps/$*
	@cp $< $(BUILD)/apps/$*/composer.json
	@$(call composer_update,$(BUILD)/apps/$*)
	@touch $@

# Without the archives nothing is installed for them.
test-apps: $(lyo_so) ## tests of Symfony (cache, sessions, messenger) and of Laravel, with their classes and with ours, and strings that look like data through WordPress; needs ../shared/apps (or LYO_APPS)
	@if [ -d "$${LYO_APPS:-../shared/apps}" ]; then $(MAKE) --no-print-directory app-projects && BUILD=$(BUILD) $(call php,libxml dom posix mbstring ctype tokenizer) tests/Apps/run.php $(ARGS) \
	&& BUILD=$(BUILD) $(call php,posix) tests/Apps/wordpress.php strings; \
	else echo "test-apps: SKIPPED, ../shared/apps is not there (LYO_APPS names another folder)"; fi

app-projects: $(app_projects)

test-wordpress: $(lyo_so) ## pages of a WordPress site, damaged caches, and WordPress' own tests; needs ../shared/apps (or LYO_APPS; 8 minutes)
	@if [ -d "$${LYO_APPS:-../shared/apps}" ]; then $(MAKE) --no-print-directory $(BUILD)/apps/wordpress/vendor/autoload.php && BUILD=$(BUILD) $(call php,posix simplexml) tests/Apps/wordpress.php $(ARGS); \
	else echo "test-wordpress: SKIPPED, ../shared/apps is not there (LYO_APPS names another folder)"; fi

test-golden: $(lyo_so) $(igb_so) ## both modules and the library read what every version has written
	@$(call php,$(lyo_so) $(igb_so)) -d memory_limit=1G tests/Golden/run.php

# Installs with apt, so the chroots need a mirror.
test-deb: phar ## the Debian packages: built twice to the same bytes, then installed, used, upgraded, removed and purged in new chroots; SUITES=bookworm for one
	@tests/Debian/run.sh $(SUITES)

test-newcomer: ## do what the documents say in new chroots of Debian 12 and 13, and time it; SUITES=trixie, STORIES=docs/install.md for a part
	@tests/Newcomer/run.sh $(SUITES)

lint-docker: ## the Dockerfile: two linters, its shell scripts, and what it copies; the workflow packaging/release.yml: its schema
	@tools/lint-docker.sh

truncations: $(igb_so) ## RUNS truncated (default 200000) and changed messages are refused by igbinary.so: no code runs, no memory is lost
	@$(call php,$(igb_so) ctype tokenizer) -d memory_limit=2G tests/Fuzz/igbinary.php --prefixes=$(or $(RUNS),200000) --mutations=20000

corpus: $(lyo_so) $(used_corpus) ## write and read values of applications: those of LYO_CORPUS, ../shared/corpus or the public corpus
	@$(call php,$(lyo_so)) -d memory_limit=4G tests/Corpus/run.php

corpus-again: $(lyo_so) $(public_corpus) ## make the public corpus a second time: its bytes must be the same; write and read its values if make corpus uses others
	@BUILD=$(BUILD) tools/corpus-again.sh
	$(if $(used_corpus),,@LYO_CORPUS=$(BUILD)/corpus $(call php,$(lyo_so)) -d memory_limit=4G tests/Corpus/run.php)

test-growth: bench-build $(igb_so) ## instructions of generated structures, alone and in pairs, 1,000 to 64,000 cells: at most 2.3 times for a doubling on average; ARGS=--filter=REGEX, --verbose
	@BUILD=$(BUILD) $(PHP) -n tests/Growth/run.php --jobs=$(JOBS) $(ARGS)

test-growth-short: bench-build $(igb_so) ## test-growth with each structure alone, up to 16,000 cells
	@BUILD=$(BUILD) $(PHP) -n tests/Growth/run.php --jobs=$(JOBS) --short $(ARGS)

test-growth-library: vendor/autoload.php ## instructions of the library for 4,000 strings with one hash, in 20 places where strangers choose names, and for long strings at 4,000 places: at most 1.4 times those for other strings
	@$(call php) tests/Growth/library.php $(ARGS)

test-payloads: $(lyo_so) vendor/autoload.php ## payloads of 1 MB that no writer makes, of what takes longest, alone and in pairs: at most 3 times the processor time of unserialize() for the same value
	@$(call php,$(lyo_so)) tests/Growth/payloads.php $(ARGS)

test-formats: $(lyo_so) $(igb_so) vendor/autoload.php ## the option "formats": VALUES random values (default 20000), MUTATIONS changed payloads (default 100000) in each format, and values of applications, against the reader of each format and the library; text with lyo.unserialize_reads and without
	@$(call php,$(lyo_so) $(igb_so) ctype tokenizer zlib '?pcntl' '?posix') -d memory_limit=2G -d 'lyo.unserialize_reads=lyo igbinary envelopes' tests/Formats/run.php \
		--values=$(or $(VALUES),20000) --mutations=$(or $(MUTATIONS),100000) --jobs=$(JOBS)
	@LYO_MODULE=$(lyo_so) $(PHP) -n tests/Formats/setting.php --values=$(or $(VALUES),20000)

mutations: $(lyo_so) ## 50,000 changed payloads: no crash, no code before a refusal, no memory beyond the bound
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') tests/Fuzz/mutate.php --runs=50000

depth: $(lyo_so) ## 4,096 levels of every kind in a fiber, at 384 bytes of C stack a level
	@$(call php,$(lyo_so)) tests/stack-depth.php

jit: $(lyo_so) ## phpt, vectors, 3,000 compared values and 1,000 classes with __sleep() with opcache, its JIT and protected memory
	@tools/jit-test.sh

jit-function: $(lyo_so) ## the same as jit, with the JIT that compiles whole functions
	@JIT=function tools/jit-test.sh

plain-tables: ## a build that uses PHP's own calls for hash tables: phpt of both modules, vectors, 3,000 compared values
	@tools/variants.sh plain

test-checks: ## a build that validates itself (LYO_CHECKS): phpt of both modules, vectors, RUNS compared values (default 3000)
	@VARIANT_RUNS=$(or $(RUNS),3000) tools/variants.sh checks

variants: ## plain-tables, test-checks, and the same with a build by clang
	@tools/variants.sh

valgrind: $(lyo_so) $(dump) ## the vectors under valgrind: bad accesses, uninitialised bytes, leaks
	@USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --quiet --suppressions=tools/valgrind.supp --error-exitcode=77 --leak-check=full \
		--show-leak-kinds=definite --errors-for-leak-kinds=definite $(call php,$(lyo_so)) -d pcre.jit=0 tests/run-vectors.php

split-check: ## ext/ and ext-igbinary/ build, pass their tests and install from copies outside of the tree
	@tools/split-check.sh

test-long: ## the long forms of the steps of make test-all, a build by clang, make test-apps and test-wordpress (hours)
	@tools/variants.sh clang
	@$(MAKE) --no-print-directory jit-function
	@$(MAKE) --no-print-directory unit RUNS=10000000
	@$(MAKE) --no-print-directory differential RUNS=500000
	@$(MAKE) --no-print-directory test-checks RUNS=500000
	@$(MAKE) --no-print-directory test-calls RUNS=100000
	@$(MAKE) --no-print-directory test-workers RUNS=1000000
	@$(MAKE) --no-print-directory compare VALUES=100000 PAYLOADS=200000
	@$(MAKE) --no-print-directory test-envelope RUNS=1000000
	@ONLY=fibers FIBERS=1000000 tools/asan-test.sh
	@$(MAKE) --no-print-directory test-growth test-growth-library test-payloads
	@$(MAKE) --no-print-directory test-large
	@$(MAKE) --no-print-directory test-apps test-wordpress
	@$(MAKE) --no-print-directory test-store-long

test-igbinary-long: ## test-igbinary with 100,000 random values, all truncations of all messages (1,000,000 and more), 250,000 changed messages
	@$(MAKE) --no-print-directory test-igbinary RUNS=100000
	@$(call php,$(igb_so) ctype tokenizer) -d memory_limit=2G tests/Fuzz/igbinary.php --prefixes=1000000 --all --mutations=250000

test-asan: ## phpt, vectors, 5,000 compared values, 1,000 classes with __sleep(), 20,000 mutated envelopes and 100,000 mutated inputs, igbinary.so with 1,250,000 broken messages, in a PHP with ASAN, UBSAN, debug and ZTS (built once)
	@tools/asan-test.sh

# The inputs of earlier runs are kept in build/fuzz-corpus and grown; `make clean` forgets them.
fuzz-walk: ## RUNS inputs (default 1000000) through the walk and the printers, with libFuzzer, ASAN and UBSAN (clang)
	@tools/fuzz-walk.sh

matrix: vendor/autoload.php bridge-projects corpus-public phar ## bin/test --all in chroots of Debian 12 and 13 (PHP 8.2, 8.4), most of it with PHP 8.5 and 8.6 and with a PHP with threads and sanitizers; a PHP of 32 bits must be refused (root, mmdebstrap; 1 to 2 hours)
	@tools/matrix.sh
	@[ -n "$$TARGETS$$SUITES" ] || $(MAKE) --no-print-directory test-deb

coverage: ## line coverage of ext/src; fails below 90 %
	@tools/coverage.sh

# ---- measuring -----------------------------------------------------------------------------------------------------

.PHONY: bench bench-advice bench-beside bench-build bench-targets bench-igbinary bench-reference bench-envelope bench-growth bench-library bench-published bench-mechanisms bench-profile bench-counts bench-bridges bench-pages bench-packages bench-kept bench-cost bench-gate-update

# bench/Runner.php starts each worker with the modules that are measured; this PHP only prints tables.
bench_php = $(call php,ctype mbstring)

bench-build: $(lyo_so) vendor/autoload.php
	@tools/build-ext.sh bench/ext $(BUILD)/bench-ext

bench: bench-build $(used_corpus) ## bytes, time and memory against other codecs; ARGS="--filter=^samples/ --rounds=5", ARGS=--help for more
	@$(bench_php) bench/compare.php $(ARGS)

bench-targets: bench-build $(used_corpus) ## the table of targets, from one run over a corpus; fails if one is missed (with the corpus and PHP that they belong to)
	@$(bench_php) bench/targets.php $(ARGS)

bench-igbinary: bench-build $(igb_so) $(used_corpus) ## igbinary.so against the installed igbinary
	@$(bench_php) bench/igbinary.php $(ARGS)

# The figures in the documents are of PHP 8.4.
bench-reference: vendor/autoload.php bridge-projects corpus-public phar ## bench-targets, bench-igbinary and bench-counts with PHP 8.4: in a chroot of Debian 13 if this is another version (root, mmdebstrap)
	@if $(PHP) -n -r 'exit(str_starts_with(PHP_VERSION, "8.4.") ? 0 : 1);'; then $(MAKE) --no-print-directory --keep-going bench-targets bench-igbinary bench-counts; \
	else TARGETS="bench-targets bench-igbinary bench-counts" tools/matrix.sh trixie; fi

bench-envelope: $(lyo_so) vendor/autoload.php $(used_corpus) ## compression: serialize(), igbinary and lyo with the same compressors, by size, and dictionaries; ARGS="--rounds=5 --corpus=build/corpus --write"
	@$(call php,$(lyo_so) ctype mbstring tokenizer zlib '?igbinary' '?ffi' '?zstd' '?pdo' '?pdo_sqlite') -d ffi.enable=1 -d memory_limit=2G -d error_reporting=1 bench/envelope.php $(ARGS)

bench-growth: bench-build ## time and memory of a row, in lists of 50 to 6,400 rows
	@$(bench_php) bench/growth.php $(ARGS)

bench-library: bench-build $(used_corpus) ## the library in PHP in multiples of serialize() and unserialize(); ARGS=--instructions to count them, FLAGS="-d opcache..." for PHP
	@command="$(call php,ctype mbstring tokenizer $(bench_so)) $(FLAGS)"; PHP_FLAGS="$${command#* }" $$command bench/library.php $(ARGS)

bench-published: bench-build ## published comparisons of serializers, run again; ARGS="--only=sessions --write=docs/lab/published.md"
	@$(call php,libxml dom ctype mbstring xmlreader xmlwriter '?igbinary' '?msgpack' $(lyo_so) $(bench_so)) -d memory_limit=-1 bench/published.php $(ARGS)

bench-mechanisms: bench-build $(used_corpus) ## what each mechanism of lyo.disable gains, in instructions; ARGS="--only=rows,keys --filter=^laravel/"
	@$(bench_php) bench/mechanisms.php $(ARGS)

bench-profile: bench-build ## instructions by function; ARGS="samples/session --operation=decode"
	@$(bench_php) bench/profile.php $(ARGS)

bench-counts: bench-build ## instructions of each operation; fails when one needs 1.5 % more than bench/counts-8.4.tsv says
	@$(bench_php) bench/gate.php $(ARGS)

bench-bridges: $(lyo_so) bridge-projects ## requests a second and memory of symfony/cache with its own marshaller, igbinary and lyo
	@BUILD=$(BUILD) $(call php,posix) bench/bridges.php

bench-advice: $(lyo_so) vendor/autoload.php ## what lyo advise predicts, beside the times of a Redis behind a proxy of 0.3, 1 and 5 ms and 100 Mbit/s, and what each min_size costs; fails if a prediction is off by more than 20 %; ARGS="--rounds=9 --write" puts it into docs/lab/advice.md
	@command="$(call php,$(lyo_so) ctype mbstring tokenizer zlib posix '?igbinary' '?msgpack' '?redis' '?pdo' '?pdo_sqlite' '?apcu') -d apc.enable_cli=1 -d memory_limit=2G -d error_reporting=1"; PHP_FLAGS="$${command#* }" $$command bench/advice.php $(ARGS)

bench-beside: $(lyo_so) vendor/autoload.php ## getting a value from bytes, APCu and a file under OPcache, in time and memory, and compressed values of WordPress and Drupal; ARGS="--rounds=11 --only=get --write" puts it into docs/beside-other-ways.md
	@$(PHP) -n bench/beside.php --lyo=$(lyo_so) $(ARGS)

bench-cost: $(lyo_so) ## what lyo.cost costs itself; ARGS="--rounds=21 --write" puts it into docs/cost.md
	@$(call php,$(lyo_so)) bench/cost.php $(ARGS)

bench-pages: $(lyo_so) $(igb_so) bridge-projects ## CPU time of pages of Laravel and Symfony, by format and loaded modules
	@BUILD=$(BUILD) $(call php,mbstring ctype tokenizer) bench/pages.php

bench-kept: $(lyo_so) bridge-projects ## what pages need with lyo.keep_values=4M: peak memory, memory of the workers, instructions; SITES="drupal-site clients laravel-13 shop" (one of them: 2 to 10 minutes)
	@for site in $(or $(SITES),shop laravel-13 clients drupal-site); do BUILD=$(BUILD) $(call php,posix ctype tokenizer mbstring pdo '?pdo_sqlite' '?mysqlnd' '?pdo_mysql') tests/Kept/sites.php $$site $(ARGS) || exit 1; done

bench-gate-update: bench-build ## write the file of counts that bench-counts compares with
	@$(bench_php) bench/gate.php --update

# ---- the rest ------------------------------------------------------------------------------------------------------

format: vendor/autoload.php ## format C and PHP
	clang-format -i $(c_files)
	$(call php,tokenizer mbstring '?pcntl' '?posix') vendor/bin/php-cs-fixer fix --quiet

readme: $(lyo_so) ## put the output of demo and example into README.md, docs/demo.md, docs/measure.md and docs/measure.png (needs PHP 8.4 and chromium)
	@$(call php,mbstring $(lyo_so)) tools/gen-readme.php

published-charts: vendor/autoload.php ## make the answers and charts of docs/lab/published.md again, from its tables; measures nothing
	@$(call php,mbstring ctype) bench/published.php --redraw=docs/lab/published.md

published: ## put the tables and charts of bench-published into docs/lab/published.md
	@$(MAKE) --no-print-directory bench-published ARGS=--write=docs/lab/published.md

install: $(lyo_so) $(dump) ## install the extension, its C header and lyo-dump (root); then write extension=lyo into php.ini
	@$(MAKE) --no-print-directory -C $(BUILD)/ext install INSTALL_ROOT=$(DESTDIR)
	install -D $(dump) $(DESTDIR)$(PREFIX)/bin/lyo-dump
	@[ -n "$(DESTDIR)" ] || echo "Installed. Write extension=lyo into php.ini (php --ini says where that is), and restart PHP-FPM or Apache."

install-igbinary: $(igb_so) ## replace Debian's igbinary by the drop-in (root); the files of that package are kept
	@tools/install-igbinary.sh install $(igb_so)

restore-igbinary: ## put Debian's igbinary back
	@tools/install-igbinary.sh restore

clean: ## remove everything that was built, and vendor/
	rm -rf $(BUILD) vendor composer.lock
