# The tests. The Makefile includes this file.

## the extension's own tests; PHPT=api/status for those whose path has this
phpt: $(lyo_so)
	@PHPT='$(PHPT)' tools/phpt.sh $(BUILD)/ext ext/tests

## an extension that uses the C API: loaded before lyo, after it, and without it
test-api: $(lyo_so)
	@tests/Api/run.sh $(lyo_so)

## tests of the engine called from C: counts that no test string can have; walk and reader agree on RUNS changed
## payloads (default 200000)
unit:
	@tools/build-ext.sh tests/Unit/module $(BUILD)/unit
	@$(call php,$(BUILD)/unit/modules/lyo_unit.so) tests/Unit/run.php $(or $(RUNS),200000)

## tests of library, format and behaviour against serialize(); ARGS=... for PHPUnit
phpunit: $(lyo_so) $(igb_so) $(dump) bench-build $(BUILD)/lyo.phar
	@$(call php,$(phpunit_modules)) -d memory_limit=2G -d zend.assertions=1 vendor/bin/phpunit $(ARGS)

## tests of library and command line in a PHP without lyo and igbinary, with only the modules that PHPUnit needs
phpunit-library: vendor/autoload.php $(lyo_so) $(dump) $(BUILD)/lyo.phar
	@$(call php,$(library_modules)) -r 'exit(extension_loaded("lyo") || extension_loaded("igbinary") ? 1 : 0);'
	@$(call php,$(library_modules)) -d memory_limit=1G -d zend.assertions=1 vendor/bin/phpunit $(ARGS) \
		tests/Library tests/Cli

## lyo dump of a payload of 14 MB: 128 MB of memory, the first line within a second
test-large: $(lyo_so) vendor/autoload.php
	@LYO_LARGE=1 $(call php,$(phpunit_modules)) -d memory_limit=2G vendor/bin/phpunit tests/Cli/LargeTest.php

## every vector of the specification, with the library and with the extension
vectors: $(lyo_so) $(dump) vendor/autoload.php
	@$(call php,zlib '?ffi') -d ffi.enable=1 tests/run-vectors.php --library
	@$(call php,$(lyo_so)) tests/run-vectors.php

## library against extension: VALUES random values (20000), PAYLOADS mutated payloads (40000), MESSAGES of igbinary
## (4000); BATCH=FILE keeps the payloads for LYO_BATCH=FILE make test-js
compare: $(lyo_so) $(igb_so) vendor/autoload.php
	@$(call php,$(lyo_so) $(igb_so) ctype tokenizer) -d memory_limit=2G tests/Library/compare.php \
		--values=$(or $(VALUES),20000) --payloads=$(or $(PAYLOADS),40000) --messages=$(or $(MESSAGES),4000) \
		$(if $(BATCH),--batch=$(abspath $(BATCH)))

## damaged, forged and hostile envelopes, by extension and library: every flipped bit, RUNS bursts and mutations
## (default 200000), bombs, the contents that take most memory
test-envelope: $(lyo_so) vendor/autoload.php $(used_corpus)
	@LYO_SO=$(abspath $(lyo_so)) $(call php,$(lyo_so) ctype tokenizer zlib '?ffi') -d ffi.enable=1 \
		-d memory_limit=2G tests/Envelope/run.php --bursts=$(or $(RUNS),200000) --mutations=$(or $(RUNS),200000)

## write the values of the corpus with each writer and read them with each reader: a table
library-matrix: $(lyo_so) vendor/autoload.php
	@$(call php,$(lyo_so) igbinary '?pcntl') -d memory_limit=2G tools/library-matrix.php

## a whole cache database native -> lyo -> igbinary -> native, without a class
translate: vendor/autoload.php
	@$(call php,pdo pdo_sqlite) -d memory_limit=1G tools/translate-database.php

## make 60 small mistakes in the library, one at a time: each must fail a test
mutants: vendor/autoload.php $(lyo_so) $(dump)
	@PHP_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(library_modules) | cut -d' ' -f2-)" $(call php,tokenizer) \
		tests/Library/mutants.php

## line coverage of src/ and the folders of cli/src/ by PHPUnit and the tests of the bridges (needs pcov); fails below
## 95 %
coverage-library: vendor/autoload.php $(lyo_so) bridge-projects
	@rm -rf $(BUILD)/coverage && mkdir -p $(BUILD)/coverage
	@BRIDGE_COVERAGE=$(abspath $(BUILD))/coverage \
		$(call php,$(library_modules) pcov '?pdo' '?pdo_sqlite' '?xmlreader' '?msgpack' '?mongodb') \
		-d memory_limit=2G -d pcov.directory=. -d pcov.exclude='~/(vendor|build|tests)/~' vendor/bin/phpunit \
		tests/Library tests/Cli --coverage-php $(BUILD)/coverage/phpunit.php --colors=never \
		>$(BUILD)/coverage/phpunit.txt
	@BUILD=$(BUILD) BRIDGE_COVERAGE=$(abspath $(BUILD))/coverage $(call php,posix) tests/Bridge/run.php \
		laravel clients Drupal >$(BUILD)/coverage/bridges.txt
	@$(call php,$(library_modules)) -d memory_limit=2G tools/coverage-library.php $(BUILD)/coverage/phpunit.php \
		$(BUILD)/coverage 95 >$(BUILD)/coverage-library.txt; status=$$?; \
		grep -m1 'Lines:' $(BUILD)/coverage-library.txt; exit $$status

## the differential test, the tests of hooks and the mutations must find every planted fault
selftest: $(lyo_so)
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') -d memory_limit=2G tests/Differential/selftest.php
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Sleep/run.php --selftest
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Calls/run.php --selftest
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') tests/Fuzz/mutate.php --selftest

## RUNS random values (default 20000) through serialize() and through lyo, compared; 500 with each mechanism of
## lyo.disable off
differential: $(lyo_so)
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') -d memory_limit=2G tests/Differential/run.php \
		--runs=$(or $(RUNS),20000) --jobs=$(JOBS)
	@tools/switches.sh

## RUNS random classes with __sleep() (default 4000) through serialize() and through lyo, compared
test-sleep: $(lyo_so)
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Sleep/run.php --runs=$(or $(RUNS),4000) --jobs=$(JOBS)

## RUNS random classes (default 4000): each hook is called as often as by serialize() and unserialize(), in the same
## order
test-calls: $(lyo_so)
	@$(call php,$(lyo_so) ctype '?pcntl') tests/Calls/run.php --runs=$(or $(RUNS),4000) --jobs=$(JOBS)

## the drop-in's own tests; PHPT=NAME as above
phpt-igbinary: $(igb_so)
	@PHPT='$(PHPT)' LABEL='igbinary phpt' tools/phpt.sh $(BUILD)/igbinary ext-igbinary/tests

## igbinary.so against the installed igbinary: its own tests, C symbols, vectors, corpus, RUNS random values (default
## 5000), sessions, damaged bytes
test-igbinary: phpt-igbinary
	@BUILD=$(BUILD) tests/Igbinary/consumer.sh $(igb_so)
	@BUILD=$(BUILD) $(call php,ctype tokenizer) tests/Igbinary/run.php --runs=$(or $(RUNS),5000) --mutations=5000

# What a module declares is tried where the module is there.
language_modules := $(foreach module,ctype tokenizer mbstring iconv dom simplexml xml xmlreader xmlwriter xsl pdo \
	pdo_sqlite sqlite3 mysqlnd mysqli phar fileinfo sockets sysvmsg sysvsem sysvshm shmop ftp intl gmp bcmath curl \
	zip ffi apcu msgpack,'?$(module)')

## each class and enum of this PHP, and properties of every kind: written and read, also with hostile states, by both
## modules and the library
test-language: $(lyo_so) $(igb_so) vendor/autoload.php
	@$(call php,$(lyo_so) $(igb_so) $(language_modules)) tests/Language/run.php $(ARGS)

# Seconds without a sanitizer; test-long runs it with one, 1,000,000 operations.
## RUNS operations (default 100000) of fibers that are suspended, resumed and destroyed inside hooks, with either
## module and with both
test-fibers: $(lyo_so) $(igb_so)
	@$(call php,$(lyo_so)) tests/Fibers/run.php --runs=$(or $(RUNS),100000) --brief
	@$(call php,$(igb_so)) tests/Fibers/run.php --runs=$(or $(RUNS),100000) --brief
	@$(call php,$(lyo_so) $(igb_so)) tests/Fibers/run.php --runs=$(or $(RUNS),100000)

## OPcache starts anew TURNS times (default 10000) between reads of one process: keys that Lyo shares with loaded code
## are the right ones
test-restarts: $(lyo_so)
	@BUILD=$(BUILD) $(call php) tests/Restarts/run.php $(or $(TURNS),10000)

kept_so := $(BUILD)/kept/modules/lyo.so

## RUNS requests (default 100000) in one process, without kept values and with them: flat memory, the same results;
## planted faults must be found
test-workers: $(lyo_so) $(igb_so) vendor/autoload.php
	@tests/Workers/run.sh $(or $(RUNS),100000) $(call php,$(lyo_so) $(igb_so) ctype tokenizer '?ffi') \
		-d memory_limit=256M

# Blocks of kept values in pages that cannot be written to, nor read at the wrong time.
kept-build:
	@EXTRA_CFLAGS="-DLYO_KEEP_GUARD -include $(abspath tests/Kept/guard.h)" tools/build-ext.sh ext $(BUILD)/kept \
		--enable-lyo-werror

## values that lyo.keep_values keeps, in guarded memory: RUNS random operations (default 20000), late users and a full
## store in php-fpm
test-kept: kept-build
	@PHP='$(PHP)' tests/Kept/run.sh $(kept_so) $(or $(RUNS),20000) 350 500

## the same with 1,000,000 operations, each JIT and 20,000 requests; planted faults must be found (15 minutes)
test-kept-long: kept-build
	@PHP='$(PHP)' tests/Kept/run.sh $(kept_so) $(or $(RUNS),1000000) 350 20000
	@PHP='$(PHP)' tests/Kept/long.sh $(kept_so) $(or $(RUNS),200000)

## the library in a strict application: what its error handler and its hooks see through each bridge is what plain
## unserialize() shows them
test-guest: $(lyo_so) $(igb_so) vendor/autoload.php
	@BUILD=$(BUILD) $(call php) tests/Guest/run.php

## class policies: every form of stored value, every handler; and what could get around a policy, by every way in
test-policy: $(lyo_so) $(igb_so) vendor/autoload.php
	@$(call php,$(lyo_so) $(igb_so)) -d session.use_cookies=0 -d session.cache_limiter= tests/Policy/run.php
	@$(call php,$(lyo_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=lyo tests/Policy/run.php lyo
	@$(call php,$(igb_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=igbinary tests/Policy/run.php igbinary
	@$(call php,'?gmp' '?ds' $(lyo_so) $(igb_so)) -d session.use_cookies=0 -d session.cache_limiter= \
		-d 'lyo.unserialize_reads=lyo igbinary' tests/Policy/ways.php modules
	@$(call php,'?gmp' '?ds' $(lyo_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=lyo \
		tests/Policy/ways.php apcu lyo
	@$(call php,'?gmp' '?ds' $(igb_so) '?apcu') -d apc.enable_cli=1 -d apc.serializer=igbinary \
		tests/Policy/ways.php apcu igbinary
	@EXTRA_CFLAGS="-I$(CURDIR)/ext" tools/build-ext.sh tests/Api/consumer $(BUILD)/api
	@$(call php,'?gmp' '?ds' $(lyo_so) $(BUILD)/api/modules/consumer.so) tests/Policy/ways.php api
	@$(call php,'?gmp' '?ds' $(library_modules)) -d session.use_cookies=0 -d session.cache_limiter= \
		tests/Policy/ways.php library

## Debian's redis, memcached, apcu and sessions with our igbinary.so, if redis-server and memcached are installed
test-clients: $(lyo_so) $(igb_so)
	@BUILD=$(BUILD) $(PHP) -n tests/Clients/run.php

stores_modules := $(lyo_so) posix pcntl '?pdo' '?pdo_sqlite' '?mysqlnd' '?pdo_mysql' '?pdo_pgsql' igbinary \
	'?msgpack' '?redis' '?memcached'
stores_php := STORES_FLAGS="$$(PHP='$(PHP)' tools/php.sh $(stores_modules) | cut -d' ' -f2-)" \
	$(call php,$(stores_modules))

## lyo stat, advise and convert against Redis, a Redis Cluster, Sentinel, Valkey, Memcached, SQLite, MariaDB,
## PostgreSQL and cache files, as far as these are installed; ARGS=--only=memcached for one
test-store: $(lyo_so) vendor/autoload.php
	@$(stores_php) tests/Stores/run.php $(ARGS)

## the complete tests of all stores, a Redis of KEYS keys (default 1000000), killed ten times, and how long others wait
## for SQLite
test-store-long: $(lyo_so) vendor/autoload.php
	@$(MAKE) --no-print-directory test-store ARGS="--long --seconds=5 --kills=5 --values=2000"
	@$(stores_php) tests/Stores/long.php --keys=$(or $(KEYS),1000000)
	@$(stores_php) tests/Stores/waits.php

# npm fetches the compiler of TypeScript once.
has_node := command -v npm >/dev/null && \
	node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null
npm_ci    = { [ -x node_modules/.bin/tsc ] || npm ci --no-audit --no-fund >/dev/null; }

## the readers in TypeScript (clients/js): all vectors, MUTATIONS changed payloads (default 40000) against lyo-dump,
## DIFFERENTIAL of igbinary and serialize() (default 100000) against the library
test-js: $(dump) vendor/autoload.php
	@if ! { $(has_node); }; then \
		echo "test-js: SKIPPED, Node.js 20 and npm are not here"; \
	else \
		answers="$(call php,ctype tokenizer mbstring) $(CURDIR)/tests/Clients/answers.php" && \
		cd clients/js && $(npm_ci) && export LYO_ANSWERS="$$answers" LYO_DUMP=$(abspath $(dump)) && \
		npm test --silent && echo "test-js: all vectors read"; \
	fi

inspector_html := $(BUILD)/inspector.html
chromium := $(or $(CHROMIUM),$(firstword $(wildcard $(addprefix /usr/bin/,chromium chromium-browser google-chrome))))

## build/inspector.html: a page without a server that shows what a payload holds (Node.js 20 and npm)
inspector: $(inspector_html)

$(inspector_html): $(shell find clients/js/src clients/inspector/src -type f) $(wildcard clients/inspector/*.*)
	@{ $(has_node); } || { echo "inspector: needs Node.js 20 and npm" >&2; exit 1; }
	@cd clients/inspector && $(npm_ci) && node_modules/.bin/tsc -p . && node build.mjs $(abspath $@)

## the inspector in a headless Chromium, if that is installed (apt-get install chromium): vectors, samples, LYO_CORPUS,
## damaged and hostile data, 10 MB, accessibility
test-inspector: $(lyo_so)
	@if ! { $(has_node); }; then \
		echo "test-inspector: SKIPPED, Node.js 20 and npm are not here"; \
	elif [ ! -x "$(chromium)" ]; then \
		echo "test-inspector: SKIPPED, Chromium is not here (apt-get install chromium, or CHROMIUM=FILE)"; \
	else \
		$(MAKE) --no-print-directory inspector && \
		export LYO_PHP="$(call php,$(lyo_so)) -d memory_limit=1G" LYO_INSPECTOR=$(abspath $(inspector_html)) \
		LYO_CORPUS=$(abspath $(or $(LYO_CORPUS),$(wildcard ../shared/corpus))) && \
		(cd clients/js && $(npm_ci) && node_modules/.bin/tsc) && \
		cd clients/inspector && node --test --test-reporter=spec test/inspector.test.mjs; \
	fi

## sessions through roll-out, roll-back and the loss of the extension: php-fpm on files, redis and memcached, as far as
## these are installed
test-sessions: $(lyo_so) $(igb_so) vendor/autoload.php
	@BUILD=$(BUILD) $(call php,posix) tests/Sessions/run.php $(ARGS)

## test-sessions with one form in each store
test-sessions-short: $(lyo_so) $(igb_so) vendor/autoload.php
	@BUILD=$(BUILD) $(call php,posix) tests/Sessions/run.php --sessions=1 --requests=32 --forms=1

# Each framework is installed on its own, with the versions that it wants; Runner.php says what is for which PHP.
bridge_projects := $(patsubst tests/Bridge/projects/%/composer.json,$(BUILD)/bridges/%/vendor/autoload.php,\
	$(wildcard tests/Bridge/projects/*/composer.json))

$(BUILD)/bridges/%/vendor/autoload.php: tests/Bridge/projects/%/composer.json
	@mkdir -p $(BUILD)/bridges/$*
	@cp $< $(BUILD)/bridges/$*/composer.json
	@$(call composer_update,$(BUILD)/bridges/$*)
	@touch $@

bridge-projects: $(bridge_projects)

## the bridges in their frameworks and on real stores, as far as these are installed; ARGS=symfony-7 or ARGS=Steps for
## a part, DRUPAL_CORE=FOLDER for Drupal itself, OPERATIONS=100000 for more of what plain servers and ours do in turn,
## COUNT=1 for the instructions of the pages of Steps, PAIRS=500 for their CPU
test-bridges: $(lyo_so) bridge-projects
	@BUILD=$(BUILD) $(call php,posix) tests/Bridge/run.php $(ARGS)

## packages/ as users install them, with the PHP of this machine: commands of the READMEs, own tests, PHPStan and
## coding style; ARGS=readme, suite or style for a part, ONLY=laravel for one package
test-packages: $(lyo_so) vendor/autoload.php
	@BUILD=$(BUILD) $(PHP) tests/Packages/run.php $(ARGS)

# CI's part with PHP 8.4: Laravel's tools need PHP 8.3.
test-packages-laravel:
	@ONLY=laravel $(MAKE) --no-print-directory test-packages

## the plugin for WordPress, as its users install it: build/lyo-object-cache.zip
wordpress-zip:
	@$(PHP) packages/wordpress/tools/build.php $(BUILD)/lyo-object-cache.zip

## the plugin for WordPress in WordPress itself, with the PHP of this machine, Redis, Memcached and MariaDB; needs
## WORDPRESS=FOLDER, REDIS_CACHE=FOLDER and WP_CLI=FILE; WORDPRESS_DEVELOP=FOLDER for WordPress' own tests; ARGS=life
## for a part, ARGS=cost for what a page costs, PAGES=200 OPERATIONS=50000 ITEMS=10000 for all
test-wordpress-plugin: $(lyo_so) vendor/autoload.php \
		$(if $(WORDPRESS_DEVELOP),$(BUILD)/apps/wordpress/vendor/autoload.php)
	@BUILD=$(BUILD) $(PHP) packages/wordpress/tests/run.php $(ARGS)

## what a page of Symfony costs with the bundle, and the table in its README; needs valgrind and redis-server
bench-packages: $(lyo_so) vendor/autoload.php
	@BUILD=$(BUILD) $(PHP) tests/Packages/run.php pages

## the way back of each guide: its commands are run, and the application reads everything without Lyo; with WordPress
## and Drupal's core as far as tests/WayBack/sites.sh can bring them; ARGS=laravel for one
test-way-back: $(lyo_so) $(igb_so) bridge-projects vendor/autoload.php
	@tests/WayBack/sites.sh $(BUILD)/way-back
	@BUILD=$(BUILD) $(call php,ctype mbstring tokenizer posix) tests/WayBack/run.php $(ARGS)

## packages/drupal on core's demo site: the commands of its README, with 200 pages in between, damaged items and
## servers of different kinds (15 minutes); DRUPAL_CORE=FOLDER for another core than Composer's, DRUPAL_TESTS=FOLDER
## for core's own tests, DRUSH=FOLDER for Drush, ARGS=damage, heads, core-tests, site, mariadb, postgresql, drush,
## pages, compress, apcu or memory for a part
test-drupal-module: $(lyo_so) vendor/autoload.php
	@tests/WayBack/sites.sh $(BUILD)/way-back
	@BUILD=$(BUILD) $(PHP) tests/DrupalModule/run.php $(ARGS)

# What the frameworks' own tests need.
app_projects := $(patsubst tests/Apps/projects/%/composer.json,$(BUILD)/apps/%/vendor/autoload.php,\
	$(filter-out %/wordpress/composer.json,$(wildcard tests/Apps/projects/*/composer.json)))
has_apps := [ -d "$${LYO_APPS:-../shared/apps}" ]
no_apps := SKIPPED, ../shared/apps is not there (LYO_APPS names another folder)

$(BUILD)/apps/%/vendor/autoload.php: tests/Apps/projects/%/composer.json
	@mkdir -p $(BUILD)/apps/$*
	@cp $< $(BUILD)/apps/$*/composer.json
	@$(call composer_update,$(BUILD)/apps/$*)
	@touch $@

# Without the archives nothing is installed for them.
## tests of Symfony (cache, sessions, messenger) and of Laravel, with their classes and with ours, and strings that
## look like data through WordPress; needs ../shared/apps (or LYO_APPS)
test-apps: $(lyo_so)
	@$(has_apps) || { echo "test-apps: $(no_apps)"; exit 0; }; $(MAKE) --no-print-directory app-projects && \
		BUILD=$(BUILD) $(call php,libxml dom posix mbstring ctype tokenizer) tests/Apps/run.php $(ARGS) && \
		BUILD=$(BUILD) $(call php,posix) tests/Apps/wordpress.php strings

app-projects: $(app_projects)

## pages of a WordPress site, damaged caches, and WordPress' own tests; needs ../shared/apps (or LYO_APPS; 8 minutes)
test-wordpress: $(lyo_so)
	@$(has_apps) || { echo "test-wordpress: $(no_apps)"; exit 0; }; \
		$(MAKE) --no-print-directory $(BUILD)/apps/wordpress/vendor/autoload.php && \
		BUILD=$(BUILD) $(call php,posix simplexml) tests/Apps/wordpress.php $(ARGS)

## both modules and the library read what every version has written
test-golden: $(lyo_so) $(igb_so)
	@$(call php,$(lyo_so) $(igb_so)) -d memory_limit=1G tests/Golden/run.php

# Installs with apt, so the chroots need a mirror.
## the Debian packages: built twice to the same bytes, then installed, used, upgraded, removed and purged in new
## chroots; SUITES=bookworm for one
test-deb: phar
	@tests/Debian/run.sh $(SUITES)

## do what the documents say in new chroots of Debian 12 and 13, and time it; SUITES=trixie, STORIES=docs/install.md
## for a part
test-newcomer:
	@tests/Newcomer/run.sh $(SUITES)

## the Dockerfile: two linters, its shell scripts, and what it copies; the workflow packaging/release.yml: its schema
lint-docker:
	@tools/lint-docker.sh

## RUNS truncated (default 200000) and changed messages are refused by igbinary.so: no code runs, no memory is lost
truncations: $(igb_so)
	@$(call php,$(igb_so) ctype tokenizer) -d memory_limit=2G tests/Fuzz/igbinary.php \
		--prefixes=$(or $(RUNS),200000) --mutations=20000

## write and read values of applications: those of LYO_CORPUS, ../shared/corpus or the public corpus
corpus: $(lyo_so) $(used_corpus)
	@$(call php,$(lyo_so)) -d memory_limit=4G tests/Corpus/run.php

## make the public corpus a second time: its bytes must be the same; write and read its values if make corpus uses
## others
corpus-again: $(lyo_so) $(public_corpus)
	@BUILD=$(BUILD) tools/corpus-again.sh
	$(if $(used_corpus),,@LYO_CORPUS=$(BUILD)/corpus $(call php,$(lyo_so)) -d memory_limit=4G tests/Corpus/run.php)

## instructions of generated structures, alone and in pairs, 1,000 to 64,000 cells: at most 2.3 times for a doubling on
## average; ARGS=--filter=REGEX, --verbose
test-growth: bench-build $(igb_so)
	@BUILD=$(BUILD) $(PHP) -n tests/Growth/run.php --jobs=$(JOBS) $(ARGS)

## test-growth with each structure alone, up to 16,000 cells
test-growth-short: bench-build $(igb_so)
	@BUILD=$(BUILD) $(PHP) -n tests/Growth/run.php --jobs=$(JOBS) --short $(ARGS)

## instructions of the library for 4,000 strings with one hash, in 20 places where strangers choose names, and for long
## strings at 4,000 places: at most 1.4 times those for other strings
test-growth-library: vendor/autoload.php
	@$(call php) tests/Growth/library.php $(ARGS)

## payloads of 1 MB that no writer makes, of what takes longest, alone and in pairs: at most 3 times the processor time
## of unserialize() for the same value
test-payloads: $(lyo_so) vendor/autoload.php
	@$(call php,$(lyo_so)) tests/Growth/payloads.php $(ARGS)

## the option "formats": VALUES random values (default 20000), MUTATIONS changed payloads (default 100000) in each
## format, and values of applications, against the reader of each format and the library; text with
## lyo.unserialize_reads and without
test-formats: $(lyo_so) $(igb_so) vendor/autoload.php
	@$(call php,$(lyo_so) $(igb_so) ctype tokenizer zlib '?pcntl' '?posix') -d memory_limit=2G \
		-d 'lyo.unserialize_reads=lyo igbinary envelopes' tests/Formats/run.php \
		--values=$(or $(VALUES),20000) --mutations=$(or $(MUTATIONS),100000) --jobs=$(JOBS)
	@LYO_MODULE=$(lyo_so) $(PHP) -n tests/Formats/setting.php --values=$(or $(VALUES),20000)

## 50,000 changed payloads: no crash, no code before a refusal, no memory beyond the bound
mutations: $(lyo_so)
	@$(call php,$(lyo_so) ctype tokenizer '?pcntl' '?posix') tests/Fuzz/mutate.php --runs=50000

## 4,096 levels of every kind in a fiber, at 384 bytes of C stack a level
depth: $(lyo_so)
	@$(call php,$(lyo_so)) tests/stack-depth.php

## phpt, vectors, 3,000 compared values and 1,000 classes with __sleep() with opcache, its JIT and protected memory
jit: $(lyo_so)
	@tools/jit-test.sh

## the same as jit, with the JIT that compiles whole functions
jit-function: $(lyo_so)
	@JIT=function tools/jit-test.sh

## a build that uses PHP's own calls for hash tables: phpt of both modules, vectors, 3,000 compared values
plain-tables:
	@tools/variants.sh plain

## a build that validates itself (LYO_CHECKS): phpt of both modules, vectors, RUNS compared values (default 3000)
test-checks:
	@VARIANT_RUNS=$(or $(RUNS),3000) tools/variants.sh checks

## plain-tables, test-checks, and the same with a build by clang
variants:
	@tools/variants.sh

## the vectors under valgrind: bad accesses, uninitialised bytes, leaks
valgrind: $(lyo_so) $(dump)
	@USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --quiet --suppressions=tools/valgrind.supp \
		--error-exitcode=77 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
		$(call php,$(lyo_so)) -d pcre.jit=0 \
		tests/run-vectors.php

## ext/ and ext-igbinary/ build, pass their tests and install from copies outside of the tree
split-check:
	@tools/split-check.sh

## the long forms of the steps of make test-all, a build by clang, make test-apps and test-wordpress (hours)
test-long:
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

## test-igbinary with 100,000 random values, all truncations of all messages (1,000,000 and more), 250,000 changed
## messages
test-igbinary-long:
	@$(MAKE) --no-print-directory test-igbinary RUNS=100000
	@$(call php,$(igb_so) ctype tokenizer) -d memory_limit=2G tests/Fuzz/igbinary.php --prefixes=1000000 --all \
		--mutations=250000

## phpt, vectors, 5,000 compared values, 1,000 classes with __sleep(), 20,000 mutated envelopes and 100,000 mutated
## inputs, igbinary.so with 1,250,000 broken messages, in a PHP with ASAN, UBSAN, debug and ZTS (built once)
test-asan:
	@tools/asan-test.sh

# The inputs of earlier runs are kept in build/fuzz-corpus and grown; `make clean` forgets them.
## RUNS inputs (default 1000000) through the walk and the printers, with libFuzzer, ASAN and UBSAN (clang)
fuzz-walk:
	@tools/fuzz-walk.sh

## bin/test --all in chroots of Debian 12 and 13 (PHP 8.2, 8.4), most of it with PHP 8.5 and 8.6 and with a PHP with
## threads and sanitizers; a PHP of 32 bits must be refused (root, mmdebstrap; 1 to 2 hours)
matrix: vendor/autoload.php bridge-projects corpus-public phar
	@tools/matrix.sh
	@[ -n "$$TARGETS$$SUITES" ] || $(MAKE) --no-print-directory test-deb

## line coverage of ext/src; fails below 90 %
coverage:
	@tools/coverage.sh
