# What measures. The Makefile includes this file.

# bench/Runner.php starts each worker with the modules that are measured; this PHP only prints tables.
bench_php = $(call php,ctype mbstring)

# A PHP with modules and settings, whose script starts others of the same kind: PHP_FLAGS has the options.
with_flags = command="$(call php,$(1)) $(2)"; PHP_FLAGS="$${command\#* }" $$command

bench-build: $(lyo_so) vendor/autoload.php
	@tools/build-ext.sh bench/ext $(BUILD)/bench-ext

## bytes, time and memory against other codecs; ARGS="--filter=^samples/ --rounds=5", ARGS=--help for more
bench: bench-build $(used_corpus)
	@$(bench_php) bench/compare.php $(ARGS)

## the table of targets, from one run over a corpus; fails if one is missed (with the corpus and PHP that they belong
## to)
bench-targets: bench-build $(used_corpus)
	@$(bench_php) bench/targets.php $(ARGS)

## igbinary.so against the installed igbinary
bench-igbinary: bench-build $(igb_so) $(used_corpus)
	@$(bench_php) bench/igbinary.php $(ARGS)

# The figures in the documents are of PHP 8.4.
## bench-targets, bench-igbinary and bench-counts with PHP 8.4: in a chroot of Debian 13 if this is another version
## (root, mmdebstrap)
bench-reference: vendor/autoload.php bridge-projects corpus-public phar
	@if $(PHP) -n -r 'exit(str_starts_with(PHP_VERSION, "8.4.") ? 0 : 1);'; then $(MAKE) --no-print-directory \
		--keep-going bench-targets bench-igbinary bench-counts; \
	else TARGETS="bench-targets bench-igbinary bench-counts" tools/matrix.sh trixie; fi

## compression: serialize(), igbinary and lyo with the same compressors, by size, and dictionaries; ARGS="--rounds=5
## --corpus=build/corpus --write"
bench-envelope: $(lyo_so) vendor/autoload.php $(used_corpus)
	@$(call php,$(lyo_so) ctype mbstring tokenizer zlib '?igbinary' '?ffi' '?zstd' '?pdo' '?pdo_sqlite') \
		-d ffi.enable=1 -d memory_limit=2G -d error_reporting=1 bench/envelope.php $(ARGS)

## time and memory of a row, in lists of 50 to 6,400 rows
bench-growth: bench-build
	@$(bench_php) bench/growth.php $(ARGS)

## the library in PHP in multiples of serialize() and unserialize(); ARGS=--instructions to count them, FLAGS="-d
## opcache..." for PHP
bench-library: bench-build $(used_corpus)
	@$(call with_flags,ctype mbstring tokenizer $(bench_so),$(FLAGS)) bench/library.php $(ARGS)

## published comparisons of serializers, run again; ARGS="--only=sessions --write=docs/lab/published.md"
bench-published: bench-build
	@$(call php,libxml dom ctype mbstring xmlreader xmlwriter '?igbinary' '?msgpack' $(lyo_so) $(bench_so)) \
		-d memory_limit=-1 bench/published.php $(ARGS)

## what each mechanism of lyo.disable gains, in instructions; ARGS="--only=rows,keys --filter=^laravel/"
bench-mechanisms: bench-build $(used_corpus)
	@$(bench_php) bench/mechanisms.php $(ARGS)

## instructions by function; ARGS="samples/session --operation=decode"
bench-profile: bench-build
	@$(bench_php) bench/profile.php $(ARGS)

## instructions of each operation; fails when one needs 1.5 % more than bench/counts-8.4.tsv says
bench-counts: bench-build
	@$(bench_php) bench/gate.php $(ARGS)

## requests a second and memory of symfony/cache with its own marshaller, igbinary and lyo
bench-bridges: $(lyo_so) bridge-projects
	@BUILD=$(BUILD) $(call php,posix) bench/bridges.php

advice_modules := '?igbinary' '?msgpack' '?redis' '?pdo' '?pdo_sqlite' '?apcu'

## what lyo advise predicts, beside the times of a Redis behind a proxy of 0.3, 1 and 5 ms and 100 Mbit/s, and what
## each min_size costs; fails if a prediction is off by more than 20 %; ARGS="--rounds=9 --write" puts it into
## docs/lab/advice.md
bench-advice: $(lyo_so) vendor/autoload.php
	@$(call with_flags,$(lyo_so) ctype mbstring tokenizer zlib posix $(advice_modules),\
		-d apc.enable_cli=1 -d memory_limit=2G -d error_reporting=1) bench/advice.php $(ARGS)

## getting a value from bytes, APCu and a file under OPcache, in time and memory, and compressed values of WordPress
## and Drupal; ARGS="--rounds=11 --only=get --write" puts it into docs/beside-other-ways.md
bench-beside: $(lyo_so) vendor/autoload.php
	@$(PHP) -n bench/beside.php --lyo=$(lyo_so) $(ARGS)

## what lyo.cost costs itself; ARGS="--rounds=21 --write" puts it into docs/cost.md
bench-cost: $(lyo_so)
	@$(call php,$(lyo_so)) bench/cost.php $(ARGS)

## CPU time of pages of Laravel and Symfony, by format and loaded modules
bench-pages: $(lyo_so) $(igb_so) bridge-projects
	@BUILD=$(BUILD) $(call php,mbstring ctype tokenizer) bench/pages.php

## cache lines of code and data that a call has to fetch when the caches are cold, ours and igbinary's; ARGS="--show
## --write"
bench-cold: bench-build $(used_corpus)
	@$(call with_flags,ctype tokenizer igbinary $(lyo_so) $(bench_so)) bench/cold.php $(ARGS)

## instructions of a call with lyo.keep_values: what is kept, the reading that keeps, payloads that are read too
## seldom; ARGS="--only=misses --write" puts the tables into docs/lab/kept-values.md
bench-kept-calls: bench-build $(used_corpus)
	@$(call with_flags,ctype tokenizer pdo '?pdo_sqlite' igbinary $(lyo_so) $(bench_so)) bench/kept.php $(ARGS)

## what pages need with lyo.keep_values=4M: CPU time, memory, instructions; SITES="drupal-site
## clients laravel-13 shop" (one of them: 2 to 10 minutes)
bench-kept: $(lyo_so) bridge-projects
	@for site in $(or $(SITES),shop laravel-13 clients drupal-site); do BUILD=$(BUILD) \
		$(call php,posix ctype tokenizer mbstring pdo '?pdo_sqlite' '?mysqlnd' '?pdo_mysql') \
		tests/Kept/sites.php $$site $(ARGS) || exit 1; done

## write the file of counts that bench-counts compares with
bench-gate-update: bench-build
	@$(bench_php) bench/gate.php --update
