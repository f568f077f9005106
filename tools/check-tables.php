<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Compares docs/hash-tables.md with the C code: every hash table there, whether it is one of PHP or our own, has a row that says who chooses its keys. A table is
// found where it is made (by a call of PHP or of lyo_table.h), or where a struct has a field that only hash tables have.

final class Tables
{
    /** Calls that make a table, and fields of structs that belong to one. */
    private const MADE = '/\b(?:zend_hash_init|zend_new_array|zend_array_dup|array_init|array_init_size|lyo_table_new|lyo_table_new_list|lyo_table_clone|lyo_table_lasting_copy)\(/';
    private const FIELD = '/^    (?!bool|uint64_t head|uint(?:32|64)_t places)[\w ]+?[ *](?:mask|head|seen|slots|places|guesses)(?:\[\w+\])?;/';
    /** The same as a variable. */
    private const LOCAL = '/^    [\w ]+?[ *](?:slots|seen|places)\[\w+\] = \{0\};/';

    /** The code knows at least so many. */
    private const LEAST = 25;

    /** @var list<string> */
    private array $problems = [];

    public function __construct(private readonly string $root) {}

    public function check(): bool
    {
        $code = $this->code();
        $listed = $this->listed();
        foreach (array_diff($code, $listed) as $table) {
            $this->problems[] = "$table is not in docs/hash-tables.md: who chooses its keys?";
        }
        foreach (array_diff($listed, $code) as $table) {
            $this->problems[] = "$table of docs/hash-tables.md is not in the code";
        }
        if (count($code) < self::LEAST) {
            $this->problems[] = 'only ' . count($code) . ' tables were found';
        }
        foreach ($this->problems as $problem) {
            echo "tables: $problem\n";
        }
        printf("tables: %d hash tables in C, %d problems\n", count($code), count($this->problems));

        return $this->problems === [];
    }

    /** @return list<string> "file: function or struct" of each place */
    private function code(): array
    {
        $found = [];
        $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$this->root/ext/src", FilesystemIterator::SKIP_DOTS));
        $paths = [...array_map(static fn(mixed $file): string => $file instanceof SplFileInfo ? $file->getPathname() : '', iterator_to_array($files, false)), ...(array) glob("$this->root/ext/*.c"), ...(array) glob("$this->root/ext-igbinary/*.c"), ...(array) glob("$this->root/ext-igbinary/src/dropin/*.c")];
        foreach ($paths as $path) {
            $owner = '';
            $struct = false;
            foreach (preg_grep('/\.[ch]$/', [(string) $path]) === [] ? [] : (array) file((string) $path) as $line) {
                $next = self::owner((string) $line);
                $struct = $next === null ? $struct : str_starts_with((string) $line, 'typedef struct');
                $owner = $next ?? $owner;
                if (preg_match('~^ *\* |^ */\*~', (string) $line) === 1 || $next !== null) {
                    continue; // a comment; or the function that makes tables for others
                }
                $isStruct = str_starts_with((string) $line, '    ') && $struct;
                if (preg_match(self::MADE, (string) $line) === 1 || preg_match($isStruct ? self::FIELD : self::LOCAL, (string) $line) === 1) {
                    $found[] = basename((string) $path) . ": $owner";
                }
            }
        }
        sort($found);

        return array_values(array_unique($found));
    }

    /** The name of the function or struct that begins in this line of code. */
    private static function owner(string $line): ?string
    {
        return match (true) {
            preg_match('/^typedef struct (\w+) \{/', $line, $match) === 1, preg_match('/^#define (\w+)/', $line, $match) === 1 => $match[1],
            preg_match('/^(?!typedef|#|\}| )[\w *]*?\b(\w+)\(/', $line, $match) === 1 => $match[1],
            default => null,
        };
    }

    /** @return list<string> */
    private function listed(): array
    {
        preg_match_all('/^\| `([\w.]+)`, `(\w+)` \|/m', (string) file_get_contents("$this->root/docs/hash-tables.md"), $rows, PREG_SET_ORDER);
        $listed = array_map(static fn(array $row): string => "$row[1]: $row[2]", $rows);
        sort($listed);

        return $listed;
    }
}

exit((new Tables(dirname(__DIR__)))->check() ? 0 : 1);
