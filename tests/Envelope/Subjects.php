<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Exception\LyoException;
use Lyo\Functions\Lyo;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Wire\Vector;
use RuntimeException;

/** Payloads to put into envelopes. */
final class Subjects
{
    private const LARGEST = 2000;

    /** @return list<string> those of all valid vectors */
    public static function vectors(): array
    {
        return array_map(static fn(Vector $vector): string => $vector->bytes(), Vector::all('valid'));
    }

    /** @return list<string> of a corpus, of 2,000 bytes at most */
    public static function corpus(int $count): array
    {
        $corpus = Corpus::find() ?? throw new RuntimeException('no corpus: make corpus-public makes one');
        $payloads = [];
        foreach (array_merge(...array_values($corpus->files())) as $file) {
            try {
                $payload = Lyo::fromNative($corpus->text($file));
            } catch (LyoException) {
                continue;
            }
            if (strlen($payload) <= self::LARGEST && count($payloads) < $count) {
                $payloads[] = $payload;
            }
        }
        return $payloads;
    }
}
