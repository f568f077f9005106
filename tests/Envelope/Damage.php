<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Envelope\Envelope;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Functions\Lyo;
use Random\Engine\Mt19937;
use Random\Randomizer;

/** Accidental changes of bytes. A checksum must detect all of them. */
final class Damage
{
    private const VALUES = 100;

    private int $tried = 0;
    private int $accepted = 0;

    /** @param bool $short no values of a corpus, and nothing by the library */
    public function __construct(private readonly int $seed, private readonly bool $short) {}

    public function run(int $bursts): bool
    {
        $vectors = array_map(self::seal(...), Subjects::vectors());
        $values = array_map(self::seal(...), $this->short ? [] : Subjects::corpus(self::VALUES));
        foreach ($vectors as $data) {
            $this->flips($data, lyo_is_serialized(...));
        }
        $good = $this->tell('flips of the vectors, extension', 50_000);
        if (!$this->short) {
            foreach ($vectors as $data) {
                if (strlen($data) <= 400) { // the library takes 50 times as long
                    $this->flips($data, Lyo::isSerialized(...));
                }
            }
            $good = $this->tell('flips of the vectors of 400 bytes at most, library', 50_000) && $good;
            foreach ($values as $data) {
                $this->flips($data, lyo_is_serialized(...));
            }
            $good = $this->tell('flips of ' . count($values) . ' values of a corpus, extension', 100_000) && $good && count($values) === self::VALUES;
        }
        $this->bursts([...$vectors, ...$values], $bursts);
        return $this->tell('bursts of up to 32 bits, extension', $bursts) && $good;
    }

    private static function seal(string $payload): string
    {
        $terms = new Terms();
        $terms->checksum = true;
        return Envelope::seal($payload, $terms);
    }

    /** @param callable(string): bool $accepts */
    private function flips(string $data, callable $accepts): void
    {
        for ($i = 0, $bits = 8 * strlen($data); $i < $bits; $i++) {
            $byte = $data[$i >> 3];
            $data[$i >> 3] = chr(ord($byte) ^ 1 << ($i & 7));
            $this->tried++;
            $this->accepted += (int) $accepts($data);
            $data[$i >> 3] = $byte;
        }
    }

    /** @param list<string> $all */
    private function bursts(array $all, int $count): void
    {
        $random = new Randomizer(new Mt19937($this->seed));
        while ($this->tried < $count) {
            $data = $all[$random->getInt(0, count($all) - 1)];
            $length = $random->getInt(2, 32);
            $from = $random->getInt(0, 8 * strlen($data) - $length);
            for ($bit = 0; $bit < $length; $bit++) {
                // a burst begins and ends with a changed bit
                if ($bit === 0 || $bit === $length - 1 || $random->getInt(0, 1) === 1) {
                    $at = ($from + $bit) >> 3;
                    $data[$at] = chr(ord($data[$at]) ^ 1 << (($from + $bit) & 7));
                }
            }
            $this->tried++;
            $this->accepted += (int) self::isRead($data);
        }
    }

    /** With a required checksum: otherwise a burst can turn the envelope into plain data. */
    private static function isRead(string $data): bool
    {
        try {
            lyo_unserialize($data, ['checksum' => true, 'allowed_classes' => false]);
            return true;
        } catch (LyoException) {
            return false;
        }
    }

    private function tell(string $what, int $plan): bool
    {
        $good = $this->accepted === 0 && $this->tried >= $plan;
        echo "envelope: $this->tried $what, $this->accepted accepted", $this->tried < $plan ? ", $plan were planned" : '', "\n";
        $this->tried = $this->accepted = 0;
        return $good;
    }
}
