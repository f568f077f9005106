<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Fills the parts between <!-- generated: name --> and <!-- /generated --> in spec/format.md: tables from spec/tags.json, and
// annotated examples from spec/vectors, made by build/lyo-dump.
//
//   php tools/gen-spec.php            write the file
//   php tools/gen-spec.php --check    exit 1 if it differs

declare(strict_types=1);

use Lyo\Tests\Wire\Vector;

require __DIR__ . '/../tests/Wire/Vector.php';

/**
 * @phpstan-type Row array{name: string, first?: int, last?: int, value?: int, critical?: bool, layout?: string, meaning?: string, exception?: string, message?: string}
 */
final class Spec
{
    /** Number of malformed examples for each error, and the maximum number of bytes of one. */
    private const MALFORMED = 4;
    private const MALFORMED_BYTES = 18;

    /** @var array<string, list<Row>> */
    private readonly array $tables;
    private readonly int $nulls;
    /** @var list<array{byte: int, meaning: string}> first bytes that a later version may use */
    private readonly array $reserved;

    public function __construct(private readonly string $root, private readonly string $dump)
    {
        /** @var array{tags: list<Row>, reserved: list<array{byte: int, meaning: string}>, definitions: list<Row>, vectors: list<Row>, entries: list<Row>, signatures: list<Row>, compressions: list<Row>, limits: list<Row>, errors: list<Row>, vector_nulls: int} $data */
        $data = json_decode((string) file_get_contents("$root/spec/tags.json"), true, flags: JSON_THROW_ON_ERROR);
        $this->nulls = $data['vector_nulls'];
        $this->reserved = $data['reserved'];
        $tables = [];
        foreach (['tags', 'definitions', 'vectors', 'entries', 'signatures', 'compressions', 'limits', 'errors'] as $name) {
            $tables[$name] = $data[$name];
        }
        $this->tables = $tables;
    }

    public function fill(string $text): string
    {
        $made = [
            'entries' => $this->entries(...),
            'signatures' => fn(): string => $this->algorithms('signatures'),
            'compressions' => fn(): string => $this->algorithms('compressions'),
            'definitions' => $this->definitions(...),
            'tags' => $this->tags(...),
            'vectors' => $this->vectors(...),
            'errors' => $this->errors(...),
            'limits' => $this->limits(...),
            'jump table' => $this->jumpTable(...),
            'examples' => $this->examples(...),
            'malformed' => $this->malformed(...),
        ];
        $result = preg_replace_callback(
            '/(<!-- generated: ([a-z ]+) -->\n).*?(<!-- \/generated -->)/s',
            static function (array $match) use (&$made): string {
                $make = $made[$match[2]] ?? throw new UnexpectedValueException("format.md wants '$match[2]' twice, or it is unknown");
                unset($made[$match[2]]);
                return $match[1] . $make() . $match[3];
            },
            $text,
        );
        if ($made !== [] || $result === null) {
            throw new UnexpectedValueException('format.md has no place for ' . implode(', ', array_keys($made)));
        }
        return $result;
    }

    // ---- tables ------------------------------------------------------------------------------------------------------

    /**
     * @param list<string> $head
     * @param list<list<string>> $rows
     */
    private function table(array $head, array $rows): string
    {
        $lines = [$head, array_fill(0, count($head), '---'), ...$rows];
        $out = '';
        foreach ($lines as $line) {
            $out .= '| ' . implode(' | ', array_map(static fn(string $cell): string => str_replace('|', '\|', $cell), $line)) . " |\n";
        }
        return $out;
    }

    /** @param Row $row */
    private function bytes(array $row): string
    {
        $first = $row['first'] ?? $row['value'] ?? 0;
        $last = $row['last'] ?? $first;
        return $first === $last ? sprintf('%d (0x%02X)', $first, $first) : sprintf('%d to %d (0x%02X–0x%02X)', $first, $last, $first, $last);
    }

    private function ranges(string $table, string $byte): string
    {
        $rows = [];
        foreach ($this->tables[$table] as $row) {
            $layout = $row['layout'] ?? '';
            $rows[] = [$this->bytes($row), "`{$row['name']}`", $layout === '' ? '–' : $layout, $row['meaning'] ?? ''];
        }
        return $this->table([$byte, 'name', 'then', 'meaning'], $rows);
    }

    private function vectors(): string
    {
        return $this->ranges('vectors', 'kind') . sprintf("\nBit 7 is %d (0x%02X).\n", $this->nulls, $this->nulls);
    }

    private function definitions(): string
    {
        return $this->ranges('definitions', 'kind');
    }

    private function tags(): string
    {
        $reserved = array_map(static fn(array $row): array => [sprintf('%1$d (0x%1$02X)', $row['byte']), $row['meaning']], $this->reserved);
        return $this->ranges('tags', 'first byte') . "\nReserved for a later version; until then an error like the bytes that are not listed:\n\n"
            . $this->table(['first byte', 'for'], $reserved);
    }

    private function entries(): string
    {
        $rows = [];
        foreach ($this->tables['entries'] as $row) {
            $critical = $row['critical'] ?? false;
            $value = ($row['value'] ?? 0) | ($critical ? 0x80 : 0);
            $rows[] = [sprintf('%1$d (0x%1$02X)', $value), $row['name'], $critical ? 'yes' : 'no', $row['meaning'] ?? ''];
        }
        return $this->table(['id', 'name', 'critical', 'meaning'], $rows);
    }

    private function algorithms(string $table): string
    {
        $rows = [];
        foreach ($this->tables[$table] as $row) {
            $rows[] = [(string) ($row['value'] ?? 0), $row['name'], $row['meaning'] ?? ''];
        }
        return $this->table(['algorithm', 'name', 'meaning'], $rows);
    }

    private function errors(): string
    {
        $rows = [];
        foreach ($this->tables['errors'] as $row) {
            $rows[] = [(string) ($row['value'] ?? 0), $row['name'], $row['message'] ?? '', ($row['exception'] ?? '') . 'Exception'];
        }
        return $this->table(['code', 'name', 'meaning', 'exception in PHP'], $rows);
    }

    private function limits(): string
    {
        $rows = [];
        foreach ($this->tables['limits'] as $row) {
            $rows[] = [$row['name'], (string) ($row['value'] ?? 0), $row['meaning'] ?? ''];
        }
        return $this->table(['name', 'value', 'meaning'], $rows);
    }

    // ---- appendices --------------------------------------------------------------------------------------------------

    /** All 256 first bytes, sixteen in a row. */
    private function jumpTable(): string
    {
        $names = array_fill(0, 256, '*error*');
        foreach ($this->reserved as $row) {
            $names[$row['byte']] = '*reserved*';
        }
        foreach ($this->tables['tags'] as $row) {
            for ($i = $row['first'] ?? 0; $i <= ($row['last'] ?? 0); $i++) {
                $names[$i] = $row['name'];
            }
        }
        $rows = [];
        for ($high = 0; $high < 16; $high++) {
            $cells = [];
            $low = 0;
            while ($low < 16) {
                $end = $low;
                while ($end < 15 && $names[16 * $high + $end + 1] === $names[16 * $high + $low]) {
                    $end++;
                }
                $name = $names[16 * $high + $low];
                $cells[] = ($low === $end ? sprintf('%X', $low) : sprintf('%X–%X', $low, $end)) . " $name";
                $low = $end + 1;
            }
            $rows[] = [sprintf('0x%X_', $high), implode(', ', $cells)];
        }
        return $this->table(['byte', 'second digit and tag'], $rows);
    }

    private function examples(): string
    {
        $examples = [];
        foreach (['valid', 'readable', 'envelope/valid'] as $kind) {
            foreach (Vector::all($kind) as $vector) {
                if ($vector->example) {
                    $examples[] = $vector;
                }
            }
        }
        // stable: within a section they stay in the order of the files
        usort($examples, static fn(Vector $a, Vector $b): int => version_compare($a->section, $b->section));
        $out = '';
        foreach ($examples as $vector) {
            $note = $vector->canonical === '' ? '' : ' Read, but not written.';
            $out .= '**' . ucfirst($vector->name) . "** (section {$vector->section}).$note\n\n```\n"
                . self::wrapped("php    $vector->php") . ($vector->diag === '' ? '' : self::wrapped("diag   $vector->diag")) . "\n" . $this->annotate($vector->bytes()) . "```\n\n";
        }
        return $out;
    }

    /** Lines of 120 columns, broken at blanks. */
    private static function wrapped(string $line): string
    {
        return str_replace("\n", "\n       ", wordwrap($line, 113)) . "\n";
    }

    private function annotate(string $bytes): string
    {
        $process = proc_open([$this->dump, '--hex'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException("cannot run $this->dump");
        }
        fwrite($pipes[0], $bytes);
        fclose($pipes[0]);
        $text = (string) stream_get_contents($pipes[1]);
        if (proc_close($process) !== 0) {
            throw new RuntimeException('lyo-dump refuses ' . bin2hex($bytes));
        }
        return $text;
    }

    /** The shortest vectors of each error, but one from each file before a second one from any. */
    private function malformed(): string
    {
        $vectors = [];
        foreach ([...Vector::all('invalid'), ...Vector::all('envelope/invalid')] as $vector) {
            $vectors[$vector->error][$vector->file][] = $vector;
        }
        $rows = [];
        foreach ($this->tables['errors'] as $error) {
            $chosen = [];
            foreach ($vectors[$error['name']] ?? [] as $list) {
                usort($list, static fn(Vector $a, Vector $b): int => strlen($a->bytes()) <=> strlen($b->bytes()));
                foreach ($list as $rank => $vector) {
                    $chosen[] = [$rank, strlen($vector->bytes()), $vector];
                }
            }
            usort($chosen, static fn(array $a, array $b): int => [$a[0], $a[1]] <=> [$b[0], $b[1]]);
            $taken = 0;
            foreach ($chosen as [, $size, $vector]) {
                if ($taken < self::MALFORMED && ($size <= self::MALFORMED_BYTES || $taken === 0)) {
                    $rows[] = $this->malformedRow($vector);
                    $taken++;
                }
            }
            if ($taken === 0) {
                throw new UnexpectedValueException("no vector has the error {$error['name']}");
            }
        }
        return $this->table(['hex', 'error', 'offset', 'what is wrong'], $rows);
    }

    /** @return list<string> */
    private function malformedRow(Vector $vector): array
    {
        $limits = '';
        foreach ($vector->options as $option => $limit) {
            $limits .= is_int($limit) ? " ($option $limit)" : " (with $option)";
        }
        $hex = strtoupper($vector->hex);
        return [$hex === '' ? '(nothing)' : "`$hex`", $vector->error, (string) $vector->offset, $vector->name . $limits];
    }
}

$root = dirname(__DIR__);
$build = getenv('BUILD');
$dump = ($build === false || $build === '' ? "$root/build" : $build) . '/lyo-dump';
if (!is_executable($dump)) {
    fwrite(STDERR, "gen-spec: no $dump, make build makes it\n");
    exit(1);
}
$file = "$root/spec/format.md";
$text = (string) file_get_contents($file);
$made = (new Spec($root, $dump))->fill($text);
$check = in_array('--check', $argv, true);
if ($made !== $text && !$check) {
    file_put_contents($file, $made);
}
$lines = substr_count($made, "\n");
echo "spec: $lines lines, generated parts ", $made === $text ? 'as they should be' : ($check ? 'DIFFER: run php tools/gen-spec.php' : 'written'), "\n";
exit($check && $made !== $text ? 1 : 0);
