<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The program lyo-dump, as somebody in a shell meets it. */
#[CoversNothing]
final class DumpProgramTest extends TestCase
{
    protected function setUp(): void
    {
        if (!is_executable(self::path())) {
            self::markTestSkipped('no ' . self::path() . ': make build makes it');
        }
    }

    #[Test]
    public function without_options_it_prints_diagnostic_notation(): void
    {
        self::assertSame([0, "[1, \"ab\"]\n", ''], self::dump([], "\xC1\x10\x81\x03\x41ab"));
    }

    #[Test]
    public function hex_prints_offset_bytes_and_meaning_of_each_token(): void
    {
        [$status, $out] = self::dump(['--hex'], "\xC1\x10\x81\x03\x41ab");

        self::assertSame(0, $status);
        self::assertMatchesRegularExpression('/^ +0  C1 10 +lyo, version 1$/m', $out);
        self::assertMatchesRegularExpression('/^ +2  81 +list of 2$/m', $out);
        self::assertMatchesRegularExpression('/^ +4    41 61 62 +"ab"$/m', $out);
    }

    #[Test]
    public function annotated_hex_shows_every_byte_of_every_vector_once(): void
    {
        foreach ([...Vector::all('valid'), ...Vector::all('readable')] as $vector) {
            [, $out] = self::dump(['--hex'], $vector->bytes());
            $shown = '';
            foreach (explode("\n", $out) as $line) {
                if (preg_match('/^ *\d+  +((?:[0-9A-F]{2} )*[0-9A-F]{2})(?: {2,}|$)/', $line, $match) === 1) {
                    $shown .= $match[1];
                }
            }
            self::assertSame(strtoupper(bin2hex($vector->bytes())), str_replace(' ', '', $shown), $vector->name);
        }
    }

    #[Test]
    public function broken_input_gives_name_offset_and_text_and_status_1(): void
    {
        self::assertSame(
            [1, '', "lyo-dump: OVERLONG at 3: number or length not in its shortest form\n"],
            self::dump([], "\xC1\x10\x80\xA8\x05"),
        );
    }

    #[Test]
    public function annotated_hex_continues_to_the_error(): void
    {
        [$status, $out] = self::dump(['--hex'], "\xC1\x10\x81\x03\xEF");

        self::assertSame(1, $status);
        self::assertStringContainsString('list of 2', $out);
        self::assertMatchesRegularExpression('/4  EF +TAG at 4: byte is no tag here/', $out);
    }

    #[Test]
    public function check_prints_nothing_about_good_input(): void
    {
        self::assertSame([0, '', ''], self::dump(['--check'], "\xC1\x10\xA0"));
        self::assertSame(1, self::dump(['--check'], "\xC1\x10\xA0\xA0")[0]);
    }

    #[Test]
    public function hex_digits_with_comments_are_read(): void
    {
        self::assertSame([0, "[true]\n", ''], self::dump(['--from-hex'], "C1 10 ; head\n80 # list\nA2"));
        self::assertSame(2, self::dump(['--from-hex'], 'C1 1')[0]);
        self::assertSame(2, self::dump(['--from-hex'], 'payload')[0]);
    }

    #[Test]
    public function floats_have_the_shortest_digits_that_read_back(): void
    {
        // above a power of two doubles are twice as far apart as below, so the nearest decimal may not read back where the next one does
        $powers = array_map(static fn(int $exponent): float => 2.0 ** $exponent, range(-1074, 1023));
        $doubles = implode('', array_map(static fn(float $power): string => "\xB6" . pack('e', $power), $powers));
        [$status, $out] = self::dump([], "\xC1\x10\xC9" . pack('v', count($powers)) . $doubles);

        self::assertSame(0, $status);
        $shown = explode(', ', trim($out, "[]\n"));
        self::assertCount(2098, $shown);
        foreach ($powers as $i => $power) {
            self::assertSame(strtolower(var_export($power, true)), $shown[$i]);
        }
    }

    #[Test]
    public function limits_are_options(): void
    {
        self::assertStringContainsString('DEPTH at 3', self::dump(['--max-depth=1'], "\xC1\x10\x80\x80\x03")[2]);
        self::assertStringContainsString('ELEMENTS at 2', self::dump(['--max-elements=1'], "\xC1\x10\x81\x03\x03")[2]);
        self::assertSame(2, self::dump(['--max-depth=deep'], '')[0]);
    }

    #[Test]
    public function unknown_options_and_files_are_errors(): void
    {
        self::assertSame(2, self::dump(['--hexx'], '')[0]);
        self::assertSame(2, self::dump(['/no/such/file'], '')[0]);
    }

    #[Test]
    public function output_that_is_lost_is_an_error_with_a_reason(): void
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
        self::assertIsArray($pair);
        fclose($pair[0]);
        $outputs = ['Broken pipe' => $pair[1]];
        if (is_writable('/dev/full')) {
            $outputs['No space left on device'] = fopen('/dev/full', 'w');
        }
        foreach ($outputs as $reason => $output) {
            self::assertIsResource($output);
            foreach (['--diag' => "\xC1\x10\xA0", '--hex' => "\xC1\x10\xA0", '--batch' => "C110A0\n", '--help' => ''] as $mode => $input) {
                self::assertSame([2, '', "lyo-dump: cannot write: $reason\n"], self::dump([$mode], $input, $output), $mode);
            }
        }
    }

    #[Test]
    public function a_million_levels_need_no_c_stack(): void
    {
        $payload = "\xC1\x10" . str_repeat("\x80", 1_000_000) . "\xA0";

        self::assertSame([0, '', ''], self::dump(['--check', '--max-depth=0'], $payload));
        [$status, $out] = self::dump(['--diag', '--max-depth=0'], $payload);
        self::assertSame(0, $status);
        self::assertSame(2_000_005, strlen($out));
        self::assertStringContainsString('DEPTH at 4098', self::dump(['--check'], $payload)[2]);
    }

    #[Test]
    public function keys_chosen_to_collide_take_no_longer_than_others(): void
    {
        // equal in length and in first, middle and last bytes, which is all that the cheap hash looks at
        $payload = "\xC1\x10\xCE" . substr(pack('V', 100_000), 0, 3);
        for ($i = 0; $i < 100_000; $i++) {
            $payload .= "\x5F" . sprintf('AAAAAAAA%04xBBBBBBBB%04xCCCCCCCC', $i & 0xFFFF, $i >> 16) . "\xA0";
        }
        $begin = hrtime(true);

        self::assertSame([0, '', ''], self::dump(['--check'], $payload));
        // quadratic time would be half a minute; linear time is 10 ms
        self::assertLessThan(20e9, hrtime(true) - $begin);
    }

    private static function path(): string
    {
        $build = getenv('BUILD');
        return ($build === false || $build === '' ? __DIR__ . '/../../build' : $build) . '/lyo-dump';
    }

    /**
     * @param list<string> $arguments
     * @param resource|null $to where the output goes; by default to what is returned
     * @return array{int, string, string}
     */
    private static function dump(array $arguments, string $input, $to = null): array
    {
        $file = tmpfile();
        $out = tmpfile();
        $errors = tmpfile();
        self::assertIsResource($file);
        self::assertIsResource($out);
        self::assertIsResource($errors);
        fwrite($file, $input);
        rewind($file);
        $process = proc_open([self::path(), ...$arguments], [$file, $to ?? $out, $errors], $pipes);
        self::assertIsResource($process);
        $status = proc_close($process);
        rewind($out);
        rewind($errors);
        return [$status, (string) stream_get_contents($out), (string) stream_get_contents($errors)];
    }
}
