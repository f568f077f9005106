<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use Lyo\Tests\Fixtures\Compressors;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/**
 * Samples of the documents, in the order of the page, in one folder for each page.
 *
 * A block of php is run, with the extension and the library; its output must be the block after the line "prints". With a file
 * name after the language it is stored for later blocks. In a block of console each "$ command" is run, and
 * its output compared; sh is run, and must succeed. Settings in blocks of ini must exist. A block that cannot be run has
 * "<!-- not run: why -->" before it; "<!-- run by: tests/… -->" names another test, "<!-- needs: … -->" extensions or "compression by zlib". All
 * are counted. With LYO_UPDATE=1 in the environment the output of samples is put into the documents.
 */
#[CoversNothing]
final class SamplesTest extends TestCase
{
    /** Pages whose samples other tests run. */
    private const ELSEWHERE = [
        'README.md' => 'tools/gen-readme.php',
        'docs/demo.md' => 'tools/gen-readme.php',
        'docs/measure.md' => 'tools/gen-readme.php',
        'docs/cli.md' => 'tests/Cli/DocumentTest.php',
        'docs/sessions.md' => 'tests/Library/SessionPageTest.php',
        'docs/bridges/symfony.md' => 'tests/Bridge/Symfony/pages.php',
        'docs/bridges/laravel.md' => 'tests/Bridge/Laravel/Promises.php',
        'docs/bridges/plain-php.md' => 'tests/Bridge/Symfony/pages.php',
    ];

    private const SETTINGS = '/"((?:lyo|igbinary)\.\w+)"/';

    private string $folder = '';

    private int $commands = 0;

    #[Test]
    public function every_sample_does_what_the_document_says(): void
    {
        $counts = ['run' => 0, 'stored' => 0, 'settings' => 0, 'elsewhere' => 0, 'shown' => 0];
        $reasons = [];
        foreach (Document::all() as $document) {
            if (!str_starts_with($document->path, 'docs/') && $document->path !== 'README.md') {
                continue;
            }
            if (isset(self::ELSEWHERE[$document->path])) {
                self::assertStringContainsString(basename($document->path), (string) file_get_contents(Document::ROOT . '/' . self::ELSEWHERE[$document->path]));
                $counts['elsewhere'] += count($document->samples());
                continue;
            }
            $this->folder = sys_get_temp_dir() . '/lyo-docs-' . bin2hex(random_bytes(6));
            $this->furnish();
            foreach ($document->samples() as $sample) {
                if ($sample->mark === 'not run') {
                    $reasons[$sample->reason] = ($reasons[$sample->reason] ?? 0) + 1;
                } elseif ($sample->mark === 'run by') {
                    self::assertFileExists(Document::ROOT . "/$sample->reason", $sample->place);
                    $counts['elsewhere']++;
                } elseif ($sample->mark === 'needs' && ($missing = self::missing($sample->reason)) !== []) {
                    $reason = implode(', ', $missing);
                    $reasons[$reason] = ($reasons[$reason] ?? 0) + 1;
                } else {
                    $counts[$this->try($sample)]++;
                }
            }
            exec('rm -rf ' . escapeshellarg($this->folder));
        }
        ksort($reasons);
        $not = array_sum($reasons);

        self::assertGreaterThanOrEqual(12, $counts['run']);
        self::assertGreaterThanOrEqual(12, $this->commands);
        self::assertGreaterThanOrEqual(9, $counts['settings']);
        self::assertGreaterThanOrEqual(24, $counts['elsewhere']);
        self::assertLessThanOrEqual(45, $not, 'too many samples are not run');
        fwrite(STDERR, sprintf(
            "samples: %d run (%d commands), %d stored for these, %d of settings, %d run by other tests, %d shown only, %d not run (%s)\n",
            $counts['run'],
            $this->commands,
            $counts['stored'],
            $counts['settings'],
            $counts['elsewhere'],
            $counts['shown'],
            $not,
            implode(', ', array_map(static fn(string $reason, int $times): string => "$times: $reason", array_keys($reasons), $reasons)),
        ));
    }

    /**
     * @param string $needs names of extensions, or "compression by" zlib or zstd, with commas
     *
     * @return list<string>
     */
    private static function missing(string $needs): array
    {
        return array_values(array_filter(array_map(static fn(string $name): ?string => str_starts_with($name, 'compression by ')
            ? Compressors::missing(substr($name, 15))
            : (extension_loaded($name) ? null : "this PHP has no extension $name"), explode(', ', $needs))));
    }

    /** @return 'run'|'stored'|'settings'|'shown' */
    private function try(Sample $sample): string
    {
        if ($sample->file !== '') {
            file_put_contents("$this->folder/$sample->file", $sample->code);

            return 'stored';
        }
        switch ($sample->language) {
            case 'php':
                $code = str_starts_with($sample->code, '<?php') ? $sample->code : "<?php\nrequire 'vendor/autoload.php';\n$sample->code";
                file_put_contents("$this->folder/sample.php", $code);
                [$status, $out] = $this->shell('php sample.php');
                self::assertSame(0, $status, "$sample->place: $out");
                $this->compare($sample, $sample->prints ?? '', $out);

                return 'run';
            case 'console':
                foreach (preg_split('/^(?=\$ )/m', $sample->code, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $example) {
                    [$command, $expected] = explode("\n", $example, 2) + [1 => ''];
                    while (str_ends_with($command, '\\')) {
                        [$more, $expected] = explode("\n", $expected, 2) + [1 => ''];
                        $command .= "\n$more";
                    }
                    $this->compare($sample, "$command\n$expected", "$command\n" . $this->shell(substr($command, 2))[1]);
                }

                return 'run';
            case 'sh':
                self::assertSame(0, $this->shell("set -e\n$sample->code")[0], $sample->place);

                return 'run';
            case 'ini':
                foreach (explode("\n", $sample->code) as $line) {
                    if (preg_match('/^((?:lyo|igbinary)\.\w+)/', $line, $name) === 1) {
                        self::assertContains($name[1], self::settings(), $sample->place);
                    }
                }
                self::assertIsArray(parse_ini_string($sample->code, false, INI_SCANNER_RAW), $sample->place);

                return 'settings';
            case '':
            case 'json':
            case 'text':
                return 'shown';
        }
        self::fail("$sample->place: a block of $sample->language is not run: say why, with <!-- not run: … --> before it");
    }

    private function compare(Sample $sample, string $shown, string $out): void
    {
        $file = Document::ROOT . '/' . explode(':', $sample->place)[0];
        if (getenv('LYO_UPDATE') !== false && $shown !== '' && $shown !== $out) {
            file_put_contents($file, str_replace("\n$shown```\n", "\n$out```\n", (string) file_get_contents($file)));
        } else {
            self::assertSame($shown, $out, $sample->place);
        }
    }

    /** @return list<string> */
    private static function settings(): array
    {
        $source = '';
        foreach (['ext/php_lyo.c', 'ext-igbinary/php_igbinary.c'] as $file) {
            $source .= file_get_contents(Document::ROOT . "/$file");
        }
        preg_match_all(self::SETTINGS, $source, $names);

        return $names[1];
    }

    /** A folder as samples see it: vendor/, and the commands php and lyo. */
    private function furnish(): void
    {
        $root = (string) realpath(Document::ROOT);
        $module = (getenv('BUILD') ?: "$root/build") . '/lyo.so';
        mkdir("$this->folder/bin", 0o700, true);
        symlink("$root/vendor", "$this->folder/vendor");
        $flags = '-n -d zend.assertions=1 -d error_reporting=-1 -d display_errors=1 -d html_errors=0';
        foreach (['ctype', 'mbstring', 'tokenizer', 'igbinary', 'msgpack'] as $name) {
            $flags .= extension_loaded($name) && is_file(ini_get('extension_dir') . "/$name.so") ? " -d extension=$name" : '';
        }
        $php = PHP_BINARY . " $flags -d extension=" . (realpath($module) ?: $module);
        file_put_contents("$this->folder/bin/php", "#!/bin/sh\nexec $php \"\$@\"\n");
        file_put_contents("$this->folder/bin/lyo", "#!/bin/sh\nexec $php $root/bin/lyo \"\$@\"\n");
        chmod("$this->folder/bin/php", 0o700);
        chmod("$this->folder/bin/lyo", 0o700);
    }

    /** @return array{int, string} status and output, errors among it */
    private function shell(string $command): array
    {
        $this->commands++;
        $process = proc_open(['timeout', '600', 'sh', '-c', "exec 2>&1\n$command\n"], [1 => ['pipe', 'w']], $pipes, $this->folder, [
            'PATH' => "$this->folder/bin:" . getenv('PATH'), 'LANG' => 'C.UTF-8', 'NO_COLOR' => '1', 'HOME' => $this->folder,
        ]);
        self::assertIsResource($process);
        $out = (string) stream_get_contents($pipes[1]);

        return [proc_close($process), $out];
    }
}
