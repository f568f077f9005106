<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Writes docs/reference.md: functions and exceptions of ext/lyo.stub.php, settings of both modules as their sources
// declare them, and the public methods of the library's classes with what their comments say. Signatures are printed
// by nikic/php-parser, which PHPUnit brings. Writes the settings into the README.md of both modules, too.
//
//   php tools/gen-reference.php [--check]
//
// --check changes nothing, and exits 1 if a page is out of date.

declare(strict_types=1);

use PhpParser\Node;
use PhpParser\Node\Stmt;
use PhpParser\NodeFinder;
use PhpParser\ParserFactory;
use PhpParser\PrettyPrinter\Standard;

require_once __DIR__ . '/Rooms.php';

const ROOT = __DIR__ . '/..';

/** What settings mean; their names, defaults and where they can be changed are in the sources. */
const SETTINGS = [
    'lyo.max_depth' => 'Maximum levels of nesting, for encoding and decoding; 0: no limit.',
    'lyo.max_elements' => 'Maximum number of array entries and properties in one decoded value; 0: no limit.',
    'lyo.keep_values' => 'Maximum memory, in bytes, in which a process (a thread with ZTS) keeps arrays that it has decoded, for later requests. 0: none are kept. `lyo_status()` shows how much is used.',
    'lyo.shape_cache' => 'Maximum memory, in bytes, in which a process (a thread with ZTS) keeps lists of keys: so much for those that it has read, and as much again for those that it has written. 0 switches this off. `lyo_status()` shows how much is used.',
    'lyo.disable' => 'Mechanisms to switch off: `prefixes`, `shapes`, `strings`, `classes`, `leaves`, `keys`, `rows`, `zstd`, `arrays`, `interned`, `values`. They only make calls faster ([what they do](performance.md#what-makes-calls-faster)). Bytes and values stay the same.',
    'lyo.allowed_classes' => 'The classes of which objects are made in sessions of every form, in APCu, and in calls without the option `allowed_classes`. Names with commas or spaces between them; `*`: all classes.',
    'lyo.checksum' => 'Adds a checksum in sessions, in APCu, in the C API, and in calls without the option `checksum` ([envelopes](envelope.md)).',
    'lyo.compress' => '`zlib` or `zstd`: compresses in the same places. Empty: no compression.',
    'lyo.level' => 'Level of the compression in these places: -1 to 9 for zlib, -100 to 22 for zstd, where levels below 0 are faster than 1. A level that is too low for zlib is 1, and one that is too high is 9. Empty: 1, or 5 with a dictionary.',
    'lyo.min_size' => 'A payload of fewer bytes is not compressed.',
    'lyo.min_ratio' => 'How many times smaller compression has to make a payload. Otherwise the payload is written uncompressed.',
    'lyo.dictionaries' => 'Paths of up to 8 files with dictionaries for zstd, separated as in `include_path`. The first one compresses, all of them unpack ([dictionaries](envelope.md#dictionaries)).',
    'lyo.max_unpacked' => 'Maximum size of unpacked data, in bytes; 0: no limit.',
    'lyo.cost' => 'Counts calls, with their bytes and their time, for `lyo_status()` ([cost](cost.md)).',
    'lyo.unserialize_reads' => 'Formats that PHP\'s own `unserialize()` reads beside its text: `lyo`, `igbinary`, and `envelopes` for lyo in envelopes ([what it is for](formats.md#phps-own-unserialize)). Empty: it is as PHP has it.',
    'lyo.session_write' => 'The form that `session.serialize_handler=lyo` writes: `lyo`, `php_serialize`, `php`, `php_binary` or `igbinary`. It reads all of them ([sessions](sessions.md)).',
    'igbinary.compact_strings' => 'A string that occurs again is written as a number.',
    'igbinary.read_native' => '`igbinary_unserialize()` and sessions also read what `serialize()` and PHP\'s own session handlers have written.',
    'igbinary.allowed_classes' => 'The classes of which objects are made; `*`: all classes.',
    'igbinary.max_depth' => 'Maximum levels of nesting while decoding; 0: `unserialize_max_depth`.',
    'igbinary.disable' => 'The same as `lyo.disable`, for what `igbinary.write_format=lyo` writes and reads.',
    'igbinary.write_format' => '`v2` writes igbinary\'s bytes, `lyo` writes Lyo\'s format after a header. Both are read ([guide](from-igbinary.md)).',
];

const OPTIONS = [
    'allowed_classes' => ['`true`, `false`, or a list of names', '`lyo.allowed_classes`', 'The classes of which objects are made. It is asked before a class is loaded.'],
    'missing_class' => ["`'incomplete'` or `'throw'`", "`'incomplete'`", 'What to do with classes that are not allowed or do not exist: make a `__PHP_Incomplete_Class`, or throw a `ClassNotAllowedException`.'],
    'max_depth' => ['int; 0: no limit', '`lyo.max_depth`', 'Levels of nesting.'],
    'max_elements' => ['int; 0: no limit', '`lyo.max_elements`', 'Array entries and properties.'],
];

const CLASSES = [
    'Values' => ['Serializer', 'ClassPolicy', 'Codec', 'Codec/NativeCodec', 'Codec/LyoCodec', 'Codec/IgbinaryCodec', 'Codec/JsonCodec', 'Codec/TranslatedCodec', 'Implementation'],
    'Formats' => ['Format', 'Translator', 'Compression'],
    'Envelopes' => ['Envelope/Options', 'Envelope/KeyRing'],
    'Sessions' => ['Session/Handler', 'Session/Session', 'Session/Form'],
    'Bridges' => ['Bridge/Packer', 'Bridge/Writes', 'Bridge/Miss', 'Bridge/Symfony/Marshaller', 'Bridge/Redis/PhpRedisValues', 'Bridge/Redis/PredisValues', 'Bridge/Redis/Values'],
    'Drupal (package drupal/lyo)' => ['Bridge/Drupal/Serialization', 'Bridge/Drupal/DatabaseBackendFactory', 'Bridge/Drupal/CacheFactory', 'Bridge/Drupal/CacheBackend'],
    'WordPress (package lyo/wordpress)' => ['Bridge/WordPress/MaybeSerializer'],
    'Stores (package lyo/cli)' => ['Tools/Store/Stores', 'Tools/Store/Store'],
];

function stop(string $message): never
{
    fwrite(STDERR, "gen-reference: $message\n");
    exit(1);
}

function source(string $path): string
{
    $text = file_get_contents(ROOT . "/$path");

    return $text === false ? stop("$path cannot be read") : $text;
}

/** @return list<Stmt\ClassLike> */
function types(string $path): array
{
    $tree = (new ParserFactory())->createForHostVersion()->parse(source($path)) ?? [];

    return array_values((new NodeFinder())->findInstanceOf($tree, Stmt\ClassLike::class));
}

/** The sentences of a comment, without comment marks and without @ lines that only repeat types. */
function comment(Node $node): string
{
    $text = (string) preg_replace(['~^\s*/\*\*+\s?|\s*\*/\s*$~', '~^\s*\* ?~m'], ['', ''], $node->getDocComment()?->getText() ?? '');
    $lines = [];
    foreach (explode("\n", trim($text)) as $line) {
        if (preg_match('/^@(param|throws|return)\s+(.*)$/', trim($line), $tag) === 1) {
            $words = tag($tag[1], $tag[2]);
            $words === '' || $lines[] = "\n$words";
        } elseif (!str_starts_with(trim($line), '@')) {
            $lines[] = trim($line) === '' ? "\n" : trim($line);
        }
    }

    return trim((string) preg_replace(['/ *\n */', '/ {2,}/', '/\n{2,}/'], ["\n", ' ', "\n"], implode(' ', $lines)));
}

/** Paragraphs and items of at most 120 columns. */
function wrapped(string $text): string
{
    return implode("\n", array_map(static fn(string $line): string => wordwrap($line, 118, str_starts_with($line, '- ') ? "\n  " : "\n"), explode("\n", $text)));
}

/** A sentence and the list after it need an empty line between them. */
function paragraphs(string $text): string
{
    return (string) preg_replace('/^(?!- )(.+)\n- /m', "$1\n\n- ", $text);
}

function tag(string $tag, string $rest): string
{
    if ($tag === 'param') {
        return preg_match('/(\$\w+)\s+(.+)$/', $rest, $match) === 1 ? "- `$match[1]`: $match[2]" : '';
    }
    if (preg_match('/^((?:\\\\?\w+)(?:\|\w+)*(?:<.*?>|\{.*?\})?)\s+(.+)$/', $rest, $match) !== 1) {
        return '';
    }

    return $tag === 'throws' ? "- throws `$match[1]` $match[2]" : "- returns $match[2]";
}

function signature(Stmt\ClassMethod|Stmt\Function_ $function): string
{
    $copy = clone $function;
    $copy->stmts = $function instanceof Stmt\Function_ ? [] : null;
    $copy->attrGroups = [];
    $copy->setAttribute('comments', []);
    $printer = new Standard(['shortArraySyntax' => true]);
    $params = array_map(static function (Node\Param $param) use ($printer): string {
        $plain = clone $param;
        $plain->attrGroups = [];
        $plain->flags = 0;

        return $printer->prettyPrint([$plain]);
    }, $copy->params);
    $copy->params = [];
    $text = trim((string) preg_replace(['/\s*\{\s*\}$|;$/', '/\s+/', '/^(?:final |abstract )?(?:public )?/'], ['', ' ', ''], $printer->prettyPrint([$copy])));
    $text = strtr($text, [' : ' => ': ']);
    $line = str_replace('()', '(' . implode(', ', $params) . ')', $text);

    return strlen($line) <= 100 ? $line : str_replace('()', "(\n    " . implode(",\n    ", $params) . ",\n)", $text);
}

/**
 * @param list<string> $head
 * @param list<list<string>> $rows
 */
function table(array $head, array $rows): string
{
    $line = static function (array $cells): string {
        $text = '';
        foreach ($cells as $cell) {
            $text .= ' ' . strtr(is_string($cell) ? $cell : '', ['|' => '\\|', "\n" => ' ']) . ' |';
        }

        return "|$text\n";
    };

    return $line($head) . '|' . str_repeat(' --- |', count($head)) . "\n" . implode('', array_map($line, $rows));
}

function type(Stmt\ClassLike $type, string $name): string
{
    $text = "### $name\n\n";
    $about = comment($type);
    $text .= $about === '' ? '' : paragraphs(wrapped($about)) . "\n\n";
    foreach ($type->stmts as $member) {
        if ($member instanceof Stmt\EnumCase) {
            $value = $member->expr === null ? '' : ' = ' . (new Standard())->prettyPrintExpr($member->expr);
            $text .= "- `$member->name$value`" . (comment($member) === '' ? '' : ': ' . comment($member)) . "\n";
        }
    }
    $inherited = [];
    foreach ($type->getMethods() as $method) {
        if (!$method->isPublic() || str_contains($method->getDocComment()?->getText() ?? '', '@internal')) {
            continue;
        }
        $words = comment($method);
        if ($words === '' && $type instanceof Stmt\Class_ && $type->implements !== [] && $method->name->toString() !== '__construct') {
            $inherited[] = "`{$method->name}()`";
            continue;
        }
        $text .= "\n```text\n" . signature($method) . "\n```\n" . ($words === '' ? '' : "\n" . paragraphs(wrapped($words)) . "\n");
    }
    if ($inherited !== [] && $type instanceof Stmt\Class_) {
        $interfaces = implode(', ', array_map(static fn(Node\Name $name): string => "`{$name->getLast()}`", $type->implements));
        $text .= "\n" . wrapped("As in $interfaces: " . implode(', ', $inherited) . '.') . "\n";
    }

    return rtrim((string) preg_replace('/\n{3,}/', "\n\n", $text)) . "\n\n";
}

/** @return array<string, array{string, string}> default and place of change, by name */
function settings(): array
{
    $found = [];
    foreach (['ext/php_lyo.c', 'ext-igbinary/php_igbinary.c'] as $path) {
        preg_match_all('/PHP_INI_(?:ENTRY|BOOLEAN)\(\s*"([^"]+)"\s*,\s*"([^"]*)"\s*,\s*PHP_INI_(\w+)/', source($path), $entries, PREG_SET_ORDER);
        foreach ($entries as [, $name, $default, $place]) {
            $found[$name] = [$default, match ($place) {
                'ALL' => 'anywhere',
                'SYSTEM' => 'php.ini',
                default => stop("$name: a place of change that is not known here: $place"),
            }];
        }
    }

    return $found;
}

/** The README of a module is published without docs/, so its settings have no links into docs/. */
function readme(string $path, string $module): string
{
    $list = '';
    $settings = settings();
    foreach (SETTINGS as $name => $meaning) {
        if (str_starts_with($name, "$module.")) {
            $default = $settings[$name][0] === '' ? 'empty' : "`{$settings[$name][0]}`";
            $list .= wrapped("- `$name` (default $default): " . preg_replace('/ \(\[[^]]*\]\([^)]*\)\)/', '', $meaning)) . "\n";
        }
    }
    $text = preg_replace_callback(
        '/(<!-- generated: settings -->\n).*?(?=<!-- \/generated -->)/s',
        static fn(array $found): string => $found[1] . $list,
        source($path),
        -1,
        $count,
    );

    return $text !== null && $count === 1 ? $text : stop("$path has no place for the settings");
}

function page(): string
{
    $text = "# Reference\n\n<!-- tools/gen-reference.php writes this page. -->\n\n## Functions\n\n";
    $tree = (new ParserFactory())->createForHostVersion()->parse(source('ext/lyo.stub.php')) ?? [];
    foreach ((new NodeFinder())->findInstanceOf($tree, Stmt\Function_::class) as $function) {
        $name = $function->name->toString();
        $text .= "### $name()\n\n```text\n" . preg_replace('/^function /', '', signature($function)) . "\n```\n\n" . wrapped(comment($function)) . "\n\n";
    }
    $text .= "The library defines the same functions where the extension is not loaded. `igbinary.so` defines those of igbinary:\n"
        . "`igbinary_serialize(\$value)` and `igbinary_unserialize(\$str, array \$options = [])`.\n\n### Options\n\n"
        . implode('', array_map(static fn(string $name, array $option): string => wrapped("- `$name`: $option[2] Value: $option[0]. Default: $option[1].") . "\n", array_keys(OPTIONS), OPTIONS))
        . "\n" . wrapped('The options for checksums, compression and signatures are in [envelopes](envelope.md).') . "\n";
    $text .= "\n## Settings\n\n";
    $settings = settings();
    $unknown = [...array_diff(array_keys($settings), array_keys(SETTINGS)), ...array_diff(array_keys(SETTINGS), array_keys($settings))];
    $unknown === [] || stop('SETTINGS in this file has to say what each setting means, and no other: ' . implode(', ', $unknown));
    $text .= table(['setting', 'default', 'can be changed in'], array_map(
        static fn(string $name): array => ["`$name`", $settings[$name][0] === '' ? 'nothing' : "`{$settings[$name][0]}`", $settings[$name][1]],
        array_keys(SETTINGS),
    )) . "\n";
    foreach (SETTINGS as $name => $meaning) {
        $text .= wrapped("- `$name`: $meaning") . "\n";
    }
    $text .= "\n`session.serialize_handler` takes `lyo` (and `igbinary` with `igbinary.so`), `apc.serializer` the same names.\n";
    $text .= "\n## Exceptions\n\n";
    foreach ([...types('ext/lyo.stub.php'), ...types('src/Exception/InexactException.php')] as $type) {
        $parent = $type instanceof Stmt\Class_ ? $type->extends?->getLast() : null;
        $text .= "### Lyo\\Exception\\$type->name\n\n" . wrapped(($parent === null ? '' : "Extends `$parent`. ") . comment($type)) . "\n\n";
    }
    $text .= "Methods:\n\n"
        . "- `getOffset(): int`, of each: bytes from the start of the data to what could not be accepted.\n"
        . "- `getClasses(): array`, of `ClassNotAllowedException`: names of the classes.\n\n"
        . "Every message, with its cause: [troubleshooting](troubleshooting.md).\n";
    foreach (CLASSES as $title => $paths) {
        $text .= "\n## $title\n\n";
        foreach ($paths as $path) {
            foreach (types(strtr("src/$path.php", ['src/Tools/' => 'cli/src/', 'src/Bridge/Drupal/' => 'packages/drupal/bridge/', 'src/Bridge/WordPress/' => 'packages/wordpress/src/'])) as $type) {
                $text .= type($type, 'Lyo\\' . strtr($path, '/', '\\'));
            }
        }
        $text = rtrim($text) . "\n";
    }
    check($text);

    return $text;
}

/** What applications may use, and nothing else of the library, has a heading. */
function check(string $page): void
{
    preg_match_all('/^### (Lyo\\\\(?!Tools\\\\|Bridge\\\\(?:Drupal|WordPress)\\\\)[\w\\\\]+)$/m', $page, $headings);
    $public = Rooms::of(ROOT)->publicTypes();
    $missing = array_diff($public, $headings[1]);
    $missing === [] || stop('neither @internal nor in CLASSES of this file: ' . implode(', ', $missing));
    $internal = array_diff($headings[1], $public);
    $internal === [] || stop('in CLASSES of this file, but @internal: ' . implode(', ', $internal));
}

if (!is_file(ROOT . '/vendor/autoload.php')) {
    echo "gen-reference: SKIPPED, vendor/ is not here (make vendor/autoload.php)\n";
    exit(0);
}
require ROOT . '/vendor/autoload.php';
$pages = ['docs/reference.md' => page(), 'ext/README.md' => readme('ext/README.md', 'lyo'), 'ext-igbinary/README.md' => readme('ext-igbinary/README.md', 'igbinary')];
$check = in_array('--check', (array) ($_SERVER['argv'] ?? []), true);
foreach ($pages as $path => $fresh) {
    if (is_file(ROOT . "/$path") && source($path) === $fresh) {
        continue;
    }
    !$check || stop("$path is not what the sources say; php tools/gen-reference.php writes it");
    file_put_contents(ROOT . "/$path", $fresh);
    echo "wrote $path\n";
}
echo 'gen-reference: ' . implode(', ', array_keys($pages)) . ' are what the sources say, ' . substr_count($pages['docs/reference.md'], "\n### ") . " functions and classes\n";
