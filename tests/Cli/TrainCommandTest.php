<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tests\Fixtures\Compressors;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function array_map;
use function escapeshellarg;
use function extension_loaded;
use function file_get_contents;
use function getenv;
use function hash;
use function implode;
use function is_file;
use function lyo_serialize;
use function lyo_unserialize;
use function preg_match;
use function range;
use function realpath;
use function serialize;
use function str_replace;
use function strlen;
use function substr;

#[CoversNothing]
final class TrainCommandTest extends ProgramCase
{
    #[Test]
    public function a_dictionary_is_made_of_a_folder_and_makes_its_values_smaller(): void
    {
        $this->needsZstd();
        foreach (range(1, 400) as $i) {
            $this->put("values/$i", serialize($this->value($i)));
        }
        $this->put('values/damaged', 'a:5:{');
        [$status, $out, $error] = $this->train('values', '--into=made.dict', '--size=2048');

        self::assertSame([0, ''], [$status, $error], $out);
        $dictionary = (string) file_get_contents("$this->folder/made.dict");
        self::assertStringContainsString("values: 401 values\n\n200 values, trained on 200 others", $out);
        self::assertStringContainsString('made.dict: dictionary ' . substr(hash('sha256', $dictionary), 0, 8) . ', ', $out);
        self::assertSame(1, preg_match('/^lyo +([\d,]+)/m', $out, $plain));
        self::assertSame(1, preg_match('/^lyo, zstd with a dictionary +([\d,]+) +1\.00$/m', $out, $with), $out);
        self::assertGreaterThan(2, $this->number($plain[1] ?? '') / $this->number($with[1] ?? ''));
        self::assertLessThanOrEqual(2048, strlen($dictionary));
        $data = lyo_serialize($this->value(1000), ['compress' => 'zstd', 'dictionaries' => [$dictionary]]);
        self::assertLessThan(strlen(lyo_serialize($this->value(1000))) / 2, strlen($data));
        self::assertSame($this->value(1000), lyo_unserialize($data, ['dictionaries' => [$dictionary]]));
    }

    #[Test]
    public function mistakes_are_reported_with_a_reason(): void
    {
        $this->put('values/one', serialize(['a' => 1]));
        [$status, , $error] = $this->lyo('train', 'values');
        self::assertSame([2, "lyo: --into: is missing (the file for the dictionary)\n"], [$status, $error]);
        self::assertSame(2, $this->lyo('train', 'values', '--into=made.dict', '--size=255')[0]);
        $this->needsZstd();
        [$status, , $error] = $this->train('values', '--into=made.dict');
        self::assertSame([3, "lyo: values: there are too few values of at most 16 KiB for a dictionary\n"], [$status, $error]);
        self::assertFalse(is_file("$this->folder/made.dict"));
    }

    #[Test]
    public function without_the_extension_it_says_what_is_missing(): void
    {
        $this->put('values/one', serialize(['a' => 1]));
        [$status, , $error] = $this->lyo('train', 'values', '--into=made.dict');
        self::assertSame([1, "lyo: a dictionary can only be made by the extension lyo, built with zstd (lyo doctor shows what this PHP has)\n"], [$status, $error]);
    }

    /** @return array<string, mixed> */
    private function value(int $i): array
    {
        return ['id' => $i * 7919, 'title' => 'Chapter ' . $i % 13, 'author' => ['name' => 'Author ' . $i % 7, 'roles' => ['writer', 'editor of the journal']], 'template' => 'themes/default/templates/chapter--full.html', 'state' => ['draft', 'published', 'deleted'][$i % 3]];
    }

    /**
     * With the extension.
     *
     * @return array{int, string, string} status, standard output, standard error
     */
    private function train(string ...$arguments): array
    {
        $lyo = (string) realpath((getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.so');
        $program = self::php() . ' -d extension=' . escapeshellarg($lyo) . ' ' . escapeshellarg((string) realpath(self::ROOT . '/bin/lyo'));

        return $this->shell("$program train " . implode(' ', array_map(escapeshellarg(...), $arguments)));
    }

    private function number(string $text): int
    {
        return (int) str_replace(',', '', $text);
    }

    private function needsZstd(): void
    {
        if (!extension_loaded('lyo')) {
            self::markTestSkipped('the extension lyo is not loaded');
        }
        if (($missing = Compressors::missing('zstd')) !== null) {
            self::markTestSkipped($missing);
        }
    }
}
