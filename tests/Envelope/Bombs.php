<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Closure;
use Lyo\Envelope\Envelope;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Functions\Lyo;
use Lyo\Pure\Bytes;
use Throwable;

/** Few bytes that claim or hold much: refused, and no more is reserved than the limit and what an empty call takes. */
final class Bombs
{
    private const LIMIT = 8 << 20;
    /** Memory that a decompressor needs for itself, and in the library for one step. */
    private const BESIDE = ['extension' => 192 << 10, 'library' => 5 << 20];
    /** Other memory that becomes resident: code that runs for the first time, pages of the allocators. */
    private const ELSEWHERE = 6 << 20;
    private const PLAN = 16;
    private const DICTIONARY = 'a dictionary of the tests';

    public function run(): bool
    {
        $good = true;
        $bombs = self::all();
        foreach ($bombs as $name => $data) {
            foreach (['extension' => lyo_unserialize(...), 'library' => Lyo::unserialize(...)] as $way => $read) {
                [$outcome, $peak, $resident] = self::peak($read, $data);
                $refused = !str_starts_with($outcome, 'read');
                $good = $good && $refused && $peak <= self::LIMIT + self::BESIDE[$way] && $resident <= self::LIMIT + self::BESIDE[$way] + self::ELSEWHERE;
                printf("envelope: bomb %-70s %9d bytes, %-9s %s, at most %d kB of PHP's memory, %d kB resident\n", $name, strlen($data), $way, $outcome, intdiv($peak, 1024), intdiv($resident, 1024));
            }
        }
        echo 'envelope: ', count($bombs), ' bombs', $good ? ', all refused within the limit' : ', NOT all refused within the limit', "\n";
        return $good && count($bombs) >= self::PLAN;
    }

    /** @return array<string, string> */
    private static function all(): array
    {
        $large = lyo_serialize(str_repeat('a', 64 << 20));
        $deflated = self::deflated($large);
        $within = lyo_serialize(str_repeat('a', 4 << 20));
        return [
            'deflate of 64 MB that says so' => self::envelope(1, strlen($large), $deflated),
            'deflate of 64 MB that claims the limit' => self::envelope(1, self::LIMIT, $deflated),
            'deflate of 64 MB that claims 100 bytes' => self::envelope(1, 100, $deflated),
            'deflate of 3 bytes that claims the limit' => self::envelope(1, self::LIMIT, self::stored("\xC1\x10\xA0")),
            'deflate of 3 bytes that claims 2^62' => self::envelope(1, 1 << 62, self::stored("\xC1\x10\xA0")),
            'deflate in deflate' => self::envelope(1, strlen($inner = self::envelope(1, strlen($within), self::deflated($within))), self::stored($inner)),
            'deflate without an end' => self::envelope(1, self::LIMIT, substr($deflated, 0, -20)),
            'deflate of 1 byte too many' => self::envelope(1, strlen($within) - 1, self::deflated($within)),
            'zstd of one repeated block that claims the limit' => self::envelope(2, self::LIMIT, self::frame(self::LIMIT, [[131072, true]])),
            'zstd of 1,024 repeated blocks' => self::envelope(2, 128 << 20, self::frame(128 << 20, array_fill(0, 1024, [131072, true]))),
            'zstd whose frame says more than the entry' => self::envelope(2, 100, self::frame(128 << 20, array_fill(0, 1024, [131072, true]))),
            'zstd with a window of 2 GB' => self::envelope(2, 3, "\x00\xA8\x19\0\0\xC1\x10\xA0"),
            'zstd of 1,024 repeated blocks, with a dictionary' => self::envelope(2, 128 << 20, self::frame(128 << 20, array_fill(0, 1024, [131072, true])), self::DICTIONARY),
            'zstd of one repeated block, with a dictionary, that claims the limit' => self::envelope(2, self::LIMIT, self::frame(self::LIMIT, [[131072, true]]), self::DICTIONARY),
            'zstd with a dictionary that is missing, that claims the limit' => self::envelope(2, self::LIMIT, self::frame(self::LIMIT, array_fill(0, 64, [131072, true])), 'nobody has this one'),
            'zstd of 2^63 bytes' => self::envelope(2, 1 << 62, "\xE0" . pack('P', 1 << 62) . "\x19\0\0\xC1\x10\xA0"),
        ];
    }

    /** With the extension lyo, if PHP has no zlib. */
    private static function deflated(string $payload): string
    {
        $data = lyo_serialize(lyo_unserialize($payload), ['compress' => 'zlib', 'level' => 9]);
        return substr($data, 3 + ord($data[2]), -4); // after magic, head, size and entries, before the checksum
    }

    /** A block that is not compressed (RFC 1951, 3.2.4). */
    private static function stored(string $payload): string
    {
        return "\x01" . pack('vv', strlen($payload), ~strlen($payload) & 0xFFFF) . $payload;
    }

    public static function envelope(int $algorithm, int $size, string $content, string $dictionary = ''): string
    {
        $entry = chr($algorithm) . Bytes::varlen($size) . ($dictionary === '' ? '' : substr(hash('sha256', $dictionary, true), 0, 4));
        $entries = "\x01\x00\x83" . Bytes::varlen(strlen($entry)) . $entry;
        $data = "\xC1\x12" . Bytes::varlen(strlen($entries)) . $entries . $content;
        return $data . Envelope::checksum($data);
    }

    /** @param list<array{int, bool}> $blocks size of a repeated one */
    private static function frame(int $size, array $blocks): string
    {
        $frame = "\xA0" . pack('V', $size);
        foreach ($blocks as $i => [$length]) {
            $frame .= substr(pack('V', $length << 3 | 1 << 1 | (int) ($i === count($blocks) - 1)), 0, 3) . 'a';
        }
        return $frame;
    }

    /**
     * @param Closure(string, array<string, mixed>): mixed $read
     *
     * @return array{string, int, int} the outcome, bytes of PHP's memory and of resident memory at most
     */
    private static function peak(Closure $read, string $data): array
    {
        gc_collect_cycles();
        gc_mem_caches();
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $resident = self::resident('VmRSS', true);
        try {
            $outcome = 'read ' . gettype($read($data, ['max_unpacked' => self::LIMIT, 'dictionaries' => [self::DICTIONARY]]));
        } catch (UnavailableException $e) {
            $outcome = 'not here';
        } catch (LyoException $e) {
            $outcome = $e->getMessage();
        } catch (Throwable $e) {
            $outcome = 'read, ' . $e::class;
        }
        return [$outcome, memory_get_peak_usage() - $before, $resident === 0 ? 0 : self::resident('VmHWM') - $resident];
    }

    /**
     * Resident memory. Only this shows what zlib and libzstd allocate without PHP's allocator. 0 if Linux does not report it, and under
     * AddressSanitizer, which keeps freed memory.
     */
    private static function resident(string $line, bool $reset = false): int
    {
        if (getenv('USE_ZEND_ALLOC') === '0' || $reset && @file_put_contents('/proc/self/clear_refs', '5') === false) {
            return 0;
        }
        return preg_match("/^$line:\s+(\d+) kB$/m", (string) @file_get_contents('/proc/self/status'), $match) === 1 ? 1024 * (int) $match[1] : 0;
    }
}
