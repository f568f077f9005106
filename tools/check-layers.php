<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Checks the rules of ARCHITECTURE.md by reading the sources:
//
//   - calls go module -> lyo, igbinary -> php -> wire, never upwards; wire does not use PHP;
//   - in the engine, writer and reader do not include each other;
//   - the engine does not throw, warn, read ini settings or define PHP functions (exceptions below, with reasons);
//   - one file asks for the PHP version, and two know the layout of PHP's hash tables in memory;
//   - only the grammar, the writer and the printers name tags of the format;
//   - no two C files have a static function or a type of the same name;
//   - the rooms of the library and of the command line use only rooms below them, and nobody outside of the library uses what is internal
//     (tools/Rooms.php; --graph prints which room uses which);
//   - functions have at most 120 lines (exceptions below), C files at most 600. Of longer files of PHP it prints the number of lines.
//
// Prints how much it has checked. It fails if it finds nothing to check, or if an exception is not needed any more.

declare(strict_types=1);

require __DIR__ . '/Rooms.php';

const FILE_LINES = 600;
const FUNCTION_LINES = 120;

/** Functions that may be longer: "file: function" => why. */
const LONG_FUNCTIONS = [
    'src/Pure/Values.php: values' => 'one loop for nested containers: a call for each takes a fifth more instructions with objects, a tenth with arrays',
];

/** C headers that the wire layer may include; stdio.h is for what LYO_ASSERT() says, arm_acle.h for the CRC of ARM
 * processors. */
const WIRE_SYSTEM = ['stdint.h', 'stddef.h', 'stdbool.h', 'string.h', 'stdlib.h', 'stdio.h', 'arm_acle.h'];

/** What the engine must not name: "file:word" => why it may there. */
const ENGINE_FORBIDDEN = '/\b(zend_throw_\w+|zend_error\w*|zend_type_error|zend_value_error|zend_argument_\w*error|php_error\w*|INI_\w+|ZEND_INI(?:_\w+)?|PHP_INI\w*|zend_ini_\w+|PHP_FUNCTION|ZEND_FUNCTION|php_printf|php_output_\w+)\b/';
const ENGINE_ALLOWED = [
    'lyo_buffer.c:zend_error_noreturn' => 'a size that overflows ends the request, as in every allocation of PHP',
];

/** The folders of the engine, and what each may include besides wire/. */
const ENGINE = ['php' => 'php/|', 'lyo' => 'php/|lyo/|', 'igbinary' => 'php/|igbinary/|'];

/** What each instance of the grammar defines under the same name. */
const NAMES_OF_INSTANCES = '/^(sink_\w+|lyo_out|lyo_vector)$/';

/** Words that must not be the name of a type, because variables and members are called so. */
const DOMAIN_WORDS = ['name', 'key', 'keys', 'row', 'cell', 'cells', 'kind', 'fact', 'call', 'walk', 'string', 'class', 'value', 'shape'];

/** The files that know the layout of PHP's hash tables, and the words by which this is recognised. */
const TABLE_FILES = ['lyo_entries.h', 'lyo_table.h'];
const TABLE_WORDS = '/\b(arData|arPacked|arHash|nNumUsed|nNumOfElements|nTableSize|nTableMask|nInternalPointer|nNextFreeElement|Bucket|Z_NEXT|HT_[A-Z]\w*|HASH_FLAG_\w+)\b/';

/** The files that know which byte begins a token, the words by which this is recognised, and the purpose. */
const TAG_WORDS = '/\bLYO_TAG_\w+/';
const TAG_FILES = [
    '~^ext/src/wire/lyo_(grammar(_\w+)?|token|tags)\.h$~' => 'the grammar',
    '~^ext/src/lyo/lyo_writer(_\w+)?\.[ch]$~' => 'the writer',
    '~^tools/dump/~' => 'the dumper',
];

final class Layers
{
    private int $problems = 0;
    /** @var array<string, int> */
    private array $counts = [];
    /** @var array<string, bool> */
    private array $used = [];
    /** @var list<int> */
    private array $functions = [];
    /** @var array<string, string> static functions and types of C files => the file */
    private array $names = [];

    public function __construct(private readonly string $root) {}

    public function check(): bool
    {
        foreach ($this->files('ext/src/wire', ['c', 'h']) as $file) {
            $this->wire($file);
        }
        foreach (array_keys(ENGINE) as $folder) {
            foreach ($this->files("ext/src/$folder", ['c', 'h']) as $file) {
                $this->engine($file, $folder);
            }
        }
        foreach (['ext', 'ext-igbinary', 'tools', 'tests/Fuzz'] as $folder) {
            foreach ($this->files($folder, ['c', 'h']) as $file) {
                $this->versions($file);
                $this->tables($file);
                $this->tags($file);
                $this->names($file);
                $this->sizes($file, $this->functionsOfC($file));
            }
        }
        foreach (['src', 'cli', 'tests', 'tools', 'samples', 'demo', 'bench', 'spec/vectors'] as $folder) {
            foreach ($this->files($folder, ['php']) as $file) {
                $this->sizes($file, $this->functionsOfPhp($file));
            }
        }
        $this->rooms();
        foreach (array_keys(array_diff_key(ENGINE_ALLOWED + LONG_FUNCTIONS, $this->used)) as $stale) {
            $this->problem("the exception $stale is not needed");
        }
        return $this->report();
    }

    // ---- layers ------------------------------------------------------------------------------------------------------

    private function rooms(): void
    {
        $rooms = Rooms::of($this->root);
        array_map($this->problem(...), $rooms->check());
        echo $rooms->summary(), "\n", in_array('--graph', (array) ($_SERVER['argv'] ?? []), true) ? $rooms->graph() : '';
    }

    private function wire(string $file): void
    {
        $this->count('wire files');
        foreach ($this->includes($file) as [$line, $name, $system]) {
            if ($system ? !in_array($name, WIRE_SYSTEM, true) : !$this->isWire($name)) {
                $this->problem("$file:$line: the wire layer includes $name");
            }
        }
        if (preg_match('/\b(zend_|zval|php_|PHP_|ZEND_)\w*/', $this->code($file), $match) === 1) {
            $this->problem("$file: the wire layer names $match[0]");
        }
    }

    private function isWire(string $name): bool
    {
        return is_file("$this->root/ext/src/wire/" . basename($name)) && in_array(dirname($name), ['.', 'wire'], true);
    }

    private function engine(string $file, string $folder): void
    {
        $this->count('engine files');
        foreach ($this->includes($file) as [$line, $name, $system]) {
            if (!$system && preg_match('~^(wire/|' . ENGINE[$folder] . 'Zend/|ext/(standard|spl|date)/|lyo_compat\.h$)~', $name) !== 1) {
                $this->problem("$file:$line: $folder/ includes $name");
            }
        }
        $side = $this->side($file);
        foreach ($this->reaches($file) as $reached => $way) {
            $other = $this->side($reached);
            if ($side !== '' && $other !== '' && $other !== $side) {
                $this->problem("$file: a $side file includes a $other file, by $way");
            }
            if (preg_match('~^ext/src/(wire/|lyo_compat\.h$|' . ENGINE[$folder] . '$)~', $reached) !== 1) {
                $this->problem("$file: $folder/ reaches " . substr($reached, strlen('ext/src/')) . ", by $way");
            }
        }
        preg_match_all(ENGINE_FORBIDDEN, $this->code($file), $matches);
        foreach (array_unique($matches[1]) as $word) {
            $key = basename($file) . ":$word";
            if (isset(ENGINE_ALLOWED[$key])) {
                $this->used[$key] = true;
            } else {
                $this->problem("$file: the engine uses $word");
            }
        }
    }

    /** "writer", "reader" or "". */
    private function side(string $file): string
    {
        return preg_match('~^lyo_(writer|encoder|reader)~', basename($file), $match) === 1 ? strtr($match[1], ['encoder' => 'writer']) : '';
    }

    /** @return array<string, string> each engine header that a file includes, itself or through others => by which way */
    private function reaches(string $file): array
    {
        $reached = [];
        $todo = [[$file, basename($file)]];
        while ($todo !== []) {
            [$from, $way] = array_pop($todo);
            foreach ($this->includes($from) as [, $name, $system]) {
                $path = "ext/src/$name";
                if (!$system && !isset($reached[$path]) && is_file("$this->root/$path")) {
                    $reached[$path] = "$way > " . basename($name);
                    $todo[] = [$path, $reached[$path]];
                }
            }
        }
        return $reached;
    }

    private function versions(string $file): void
    {
        if (str_contains($this->code($file), 'PHP_VERSION_ID') && basename($file) !== 'lyo_compat.h') {
            $this->problem("$file asks for PHP_VERSION_ID, which is for lyo_compat.h");
        }
    }

    /** ZEND_HASH_FOREACH and zend_hash_...() are PHP's own API for that, which every file may use. */
    private function tables(string $file): void
    {
        if (!str_starts_with($file, 'ext/') || preg_match(TABLE_WORDS, $this->code($file), $match) !== 1) {
            return;
        }
        if (in_array(basename($file), TABLE_FILES, true)) {
            $this->count('files that know hash tables');
        } else {
            $this->problem("$file knows hash tables: $match[1] is for " . implode(' and ', TABLE_FILES));
        }
    }

    /** All other files read by the grammar. */
    private function tags(string $file): void
    {
        if (preg_match(TAG_WORDS, $this->code($file), $match) !== 1) {
            return;
        }
        foreach (TAG_FILES as $pattern => $what) {
            if (preg_match($pattern, $file) === 1) {
                $this->count("files of $what that name tags");
                return;
            }
        }
        $this->problem("$file names $match[0], which is for " . implode(', ', TAG_FILES));
    }

    /** A name in a backtrace, a profile or a search should lead to one place. So no two C files have a static function or a type of the same name. */
    private function names(string $file): void
    {
        if (preg_match('~^ext(-igbinary)?/.*\.c$~', $file) !== 1) {
            return;
        }
        $code = $this->code($file);
        preg_match_all('/^(?:static|LYO_INLINE|LYO_NOINLINE)\b[^;{}=()]*?\b(\w+)\(/m', $code, $functions);
        preg_match_all('/^\}\s*(\w+);/m', $code, $types);
        foreach (array_diff(array_unique([...$functions[1], ...$types[1]]), array_filter($functions[1], static fn(string $name): bool => preg_match('/^[A-Z_]+$/', $name) === 1)) as $name) {
            if (preg_match(NAMES_OF_INSTANCES, $name) === 1) {
                continue;
            }
            $this->count('static names');
            if (isset($this->names[$name])) {
                $this->problem("$file: $name is in {$this->names[$name]}, too");
            }
            $this->names[$name] = $file;
        }
        foreach (array_intersect($types[1], DOMAIN_WORDS) as $name) {
            $this->problem("$file: a type is called $name, as variables are");
        }
    }

    // ---- sizes -------------------------------------------------------------------------------------------------------

    /** @param array<string, int> $functions name => lines */
    private function sizes(string $file, array $functions): void
    {
        $this->count('files');
        $lines = substr_count($this->read($file), "\n");
        if ($lines > FILE_LINES && preg_match('~\.[ch]$~', $file) === 1 && basename($file) !== 'lyo_arginfo.h') {
            $this->problem("$file has $lines lines, more than " . FILE_LINES);
        } elseif ($lines > FILE_LINES && preg_match('~^(cli/)?src/~', $file) === 1) {
            echo "layers: note: $file has $lines lines\n";
        }
        foreach ($functions as $name => $length) {
            $this->functions[] = $length;
            $key = $file . ': ' . strtok($name, ' ');
            if ($length > FUNCTION_LINES && isset(LONG_FUNCTIONS[$key])) {
                $this->used[$key] = true;
            } elseif ($length > FUNCTION_LINES) {
                $this->problem("$file: $name has $length lines, more than " . FUNCTION_LINES);
            }
        }
    }

    /** @return array<string, int> */
    private function functionsOfC(string $file): array
    {
        $functions = [];
        $begin = null;
        $name = '';
        foreach (explode("\n", $this->read($file)) as $number => $line) {
            if (preg_match('/^\w[^;=#]*?(\w+)\([^;]*$/', $line, $match) === 1) {
                $name = $match[1];
            }
            if ($line === '{') {
                $begin = $number;
            } elseif ($line === '}' && $begin !== null) {
                $functions["$name (line $begin)"] = $number - $begin - 1;
                $begin = null;
            }
        }
        return $functions;
    }

    /** @return array<string, int> */
    private function functionsOfPhp(string $file): array
    {
        $functions = [];
        /** @var list<array{string, int, int}> $open name, line, depth */
        $open = [];
        $depth = 0;
        $pending = null;
        $tokens = PhpToken::tokenize($this->read($file));
        foreach ($tokens as $i => $token) {
            if ($token->is(T_FUNCTION)) {
                $next = $tokens[$i + 2] ?? null;
                $pending = $next !== null && $next->is(T_STRING) ? $next->text : null;
            } elseif ($token->text === '{' || $token->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
                $depth++;
                if ($pending !== null) {
                    $open[] = [$pending, $token->line, $depth];
                    $pending = null;
                }
            } elseif ($token->text === '}') {
                $last = $open[count($open) - 1] ?? null;
                if ($last !== null && $last[2] === $depth) {
                    $functions["$last[0] (line $last[1])"] = $token->line - $last[1] - 1;
                    array_pop($open);
                }
                $depth--;
            } elseif ($token->text === ';' && $pending !== null) {
                $pending = null;
            }
        }
        return $functions;
    }

    // ---- files -------------------------------------------------------------------------------------------------------

    /**
     * @param list<string> $extensions
     * @return list<string> below the root, sorted
     */
    private function files(string $folder, array $extensions): array
    {
        $files = [];
        if (!is_dir("$this->root/$folder")) {
            return [];
        }
        /** @var SplFileInfo $file */
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$this->root/$folder", FilesystemIterator::SKIP_DOTS)) as $file) {
            $path = substr($file->getPathname(), strlen($this->root) + 1);
            // what phpize leaves when somebody builds inside ext/
            if (in_array($file->getExtension(), $extensions, true) && preg_match('~^ext/(build|include|modules|config\.h)|/\.libs/~', $path) !== 1
                && !($folder === 'ext' && $file->getExtension() === 'php')) {
                $files[] = $path;
            }
        }
        sort($files);
        return $files;
    }

    private function read(string $file): string
    {
        return (string) file_get_contents("$this->root/$file");
    }

    /** Without comments and strings. */
    private function code(string $file): string
    {
        return (string) preg_replace('~/\*.*?\*/|//[^\n]*|"(?:\\\\.|[^"\\\\\n])*"~s', ' ', $this->read($file));
    }

    /** @return list<array{int, string, bool}> line, name, in angle brackets */
    private function includes(string $file): array
    {
        $includes = [];
        foreach (explode("\n", $this->read($file)) as $number => $line) {
            if (preg_match('/^\s*#\s*include\s*([<"])([^>"]+)[>"]/', $line, $match) === 1) {
                $includes[] = [$number + 1, $match[2], $match[1] === '<'];
                $this->count('includes');
            }
        }
        return $includes;
    }

    private function count(string $what): void
    {
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
    }

    private function problem(string $text): void
    {
        $this->problems++;
        echo "layers: $text\n";
    }

    private function report(): bool
    {
        sort($this->functions);
        $n = count($this->functions);
        foreach (['wire files' => 8, 'engine files' => 8, 'files' => 40, 'includes' => 60, 'files that know hash tables' => count(TABLE_FILES), 'static names' => 500, 'files of the grammar that name tags' => 3] as $what => $floor) {
            if (($this->counts[$what] ?? 0) < $floor) {
                $this->problem("only " . ($this->counts[$what] ?? 0) . " $what found, fewer than $floor");
            }
        }
        if ($n < 200) {
            $this->problem("only $n functions found");
        }
        printf(
            "layers: %d files, %d of the wire and %d of the engine, %d includes, %d static names, %d functions (median %d, p90 %d, longest %d lines): %d problems\n",
            $this->counts['files'] ?? 0,
            $this->counts['wire files'] ?? 0,
            $this->counts['engine files'] ?? 0,
            $this->counts['includes'] ?? 0,
            $this->counts['static names'] ?? 0,
            $n,
            $this->functions[intdiv($n, 2)] ?? 0,
            $this->functions[intdiv($n * 9, 10)] ?? 0,
            $this->functions[$n - 1] ?? 0,
            $this->problems,
        );
        return $this->problems === 0;
    }
}

exit((new Layers(dirname(__DIR__)))->check() ? 0 : 1);
