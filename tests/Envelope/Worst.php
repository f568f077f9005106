<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Pure\Bytes;
use Lyo\Wire\Definition;
use Lyo\Wire\Tag;

/**
 * Few bytes with the contents that take most memory for a byte, read with default options. Each is read by a process of its own (worst-main.php), with a
 * memory_limit, because many ask for more: that is PHP's error then, and shutdown functions run.
 */
final class Worst
{
    private const SIZES = [164, 1000, 100_000];
    private const MEMORY_LIMIT = 256 << 20;
    /** What SECURITY.md promises: bytes for each byte of the payload, and beside that. */
    private const PER_BYTE = 400;
    private const BESIDE = 256 << 10;
    /** For each object: what its class declares, and the table of properties, which an object of a missing class has for the name of its class. */
    private const PER_OBJECT = 56 + 376;
    /** What SECURITY.md names as the default of max_unpacked, and the most bytes that one byte of zlib or zstd becomes. */
    private const MAX_UNPACKED = 64 << 20;
    private const FACTORS = ['zlib' => 1032, 'zstd' => 32_768];
    /** Largest size that libzstd unpacks a repeated byte to. */
    private const BLOCK = 131_072;
    private const PLAN = 30;

    public function run(): bool
    {
        $good = true;
        $count = 0;
        $command = [PHP_BINARY, '-n', '-d', 'extension=' . (string) getenv('LYO_SO'), '-d', 'memory_limit=' . self::MEMORY_LIMIT, __DIR__ . '/worst-main.php'];
        foreach (self::SIZES as $size) {
            foreach (self::contents() as $name => [$head, $cell, $isObject]) {
                foreach (array_keys(self::FACTORS) as $compression) {
                    if ($compression === 'zstd' && strlen($cell) > 1) {
                        continue; // only a repeated byte is so small that its envelope can be made without libzstd
                    }
                    [$data, $unpacked, $n] = self::largest($compression, $size, $head, $cell);
                    [$status, $outcome, $peak, $seconds] = self::read($command, $data);
                    $most = min(self::MEMORY_LIMIT, self::PER_BYTE * $unpacked + self::BESIDE + ($isObject ? self::PER_OBJECT * $n : 0));
                    $fits = $status === ($outcome === 'out of memory' ? 255 : 0) && $outcome !== '' && $peak <= $most
                        && $unpacked <= min(self::MAX_UNPACKED, strlen($data) * self::FACTORS[$compression]);
                    $good = $good && $fits;
                    $count++;
                    printf("envelope: %6d bytes of %s, %-28s %8d kB unpacked, %-14s %6d kB, %5.2f s of CPU%s\n", strlen($data), $compression, $name, intdiv($unpacked, 1024), $outcome, intdiv($peak, 1024), $seconds, $fits ? '' : "  NOT AS PROMISED (exit $status)");
                }
            }
        }
        echo "envelope: $count worst contents with default options", $good ? ', all within what SECURITY.md says' : ', NOT all within what SECURITY.md says', "\n";
        return $good && $count >= self::PLAN;
    }

    /** @return array<string, array{string, string, bool}> the head of a payload; what is repeated as values of a list; whether that is an object */
    private static function contents(): array
    {
        $missing = chr(Definition::CLASS_SHAPE) . "\x46Missing\0";
        $one = chr(Definition::CLASS_SHAPE) . "\x46Missing\x01\xA5k";
        $map = chr(Definition::MAP_SHAPE) . "\x01\xA5k";
        $head = static fn(string $preamble): string => "\xC1\x18" . Bytes::varlen(strlen($preamble)) . $preamble;
        return [
            'objects of a missing class' => [$head($missing), "\x61", true],
            'the same, with a property' => [$head($one), "\x61\xA0", true],
            'records of one key' => [$head($map), "\x61\xA0", false],
            'lists of one value' => ["\xC1\x10", "\x80\xA0", false],
            'lists of eight values' => ["\xC1\x10", "\x87" . str_repeat("\xA0", 8), false],
            'maps of one key' => ["\xC1\x10", "\x88\x02\xA0", false],
            'nulls' => ["\xC1\x10", "\xA0", false],
            'short strings' => ["\xC1\x10", "\x41ab", false],
            'lists of 16 equal ints' => ["\xC1\x10", "\xD8\x10\x20\x03", false],
        ];
    }

    /**
     * Returns the largest envelope of at most so many bytes, the size of its payload, and the number of values in it.
     *
     * @return array{string, int, int}
     */
    private static function largest(string $compression, int $size, string $head, string $cell): array
    {
        $low = 10;
        $high = intdiv(self::MAX_UNPACKED - 100, strlen($cell));
        $best = ['', 0, 0];
        while ($low <= $high) {
            $n = intdiv($low + $high, 2);
            $bytes = Bytes::uintSize($n);
            $begin = $head . chr(Tag::LIST + $bytes - 1) . Bytes::store($n, $bytes);
            $unpacked = strlen($begin) + $n * strlen($cell);
            $data = $compression === 'zlib'
                ? Bombs::envelope(1, $unpacked, (string) gzdeflate($begin . str_repeat($cell, $n), 9))
                : Bombs::envelope(2, $unpacked, self::frame($unpacked, $begin, $cell, $n));
            if (strlen($data) <= $size) {
                $best = [$data, $unpacked, $n];
                $low = $n + 1;
            } else {
                $high = $n - 1;
            }
        }
        return $best;
    }

    /** A frame of zstd (RFC 8878): some bytes as they are, and a repeated byte. */
    private static function frame(int $size, string $begin, string $byte, int $n): string
    {
        $frame = "\xA0" . pack('V', $size) . substr(pack('V', strlen($begin) << 3), 0, 3) . $begin;
        for (; $n > 0; $n -= self::BLOCK) {
            $frame .= substr(pack('V', min($n, self::BLOCK) << 3 | 1 << 1 | (int) ($n <= self::BLOCK)), 0, 3) . $byte;
        }
        return $frame;
    }

    /**
     * @param list<string> $command
     *
     * @return array{int, string, int, float} exit status, outcome, bytes of memory at most, seconds of CPU
     */
    private static function read(array $command, string $data): array
    {
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            return [-1, '', 0, 0.0];
        }
        fwrite($pipes[0], $data);
        fclose($pipes[0]);
        $output = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        return preg_match('/^(.*)\t(\d+)\t([\d.]+)$/m', $output, $match) === 1 ? [$status, $match[1], (int) $match[2], (float) $match[3]] : [$status, '', 0, 0.0];
    }
}
