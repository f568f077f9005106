<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use Lyo\Tests\Corpus\Corpus;
use Throwable;

/** The values of a corpus, without their classes: compression is measured, and not hooks. */
final class Values
{
    /** Values that one of the codecs refuses without their classes. */
    public int $left = 0;

    public function __construct(private readonly Corpus $corpus) {}

    /** @return iterable<array{mixed, int, string}> value, bytes of its serialize() text, application: the first folder of its file */
    public function all(): iterable
    {
        $this->left = 0;
        foreach ($this->corpus->files() as $files) {
            foreach ($files as $file) {
                $text = $this->corpus->text($file);
                $value = @unserialize($text, ['allowed_classes' => false]);
                if (($value === false && $text !== 'b:0;') || !self::bearable($value)) {
                    $this->left++;
                } else {
                    yield [$value, strlen($text), explode('/', $file)[0]];
                }
            }
        }
    }

    /** Mostly one string, or strings: at least half of it is in strings of 200 bytes or more. */
    public static function isText(mixed $value, int $native): bool
    {
        $bytes = 0;
        $count = static function (mixed $v) use (&$count, &$bytes): void {
            if (is_string($v)) {
                $bytes += strlen($v) >= 200 ? strlen($v) : 0;
            } elseif (is_array($v)) {
                array_map($count, $v);
            }
        };
        $count(is_object($value) ? [] : self::bounded($value));

        return 2 * $bytes >= $native;
    }

    /** Does not follow references, because they may be cyclic. */
    private static function bounded(mixed $value): mixed
    {
        return json_decode((string) json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), true);
    }

    private static function bearable(mixed $value): bool
    {
        try {
            unserialize(serialize($value));
            lyo_unserialize(lyo_serialize($value));
            igbinary_unserialize((string) igbinary_serialize($value));

            return true;
        } catch (Throwable) {
            return false;
        }
    }
}
