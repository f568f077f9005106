<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Envelope\Envelope;
use Lyo\Exception\LyoException;
use Lyo\Tests\Fixtures\Compressors;
use Random\Engine\Mt19937;
use Random\Randomizer;

/**
 * Whether damaged data are accepted, and as which value, does not depend on what was read before: libzstd's memory is kept from
 * call to call. Damaged frames of zstd, with two dictionaries and without one, are read twice, in two random orders.
 */
final class Order
{
    /** Frames of which both verdicts are kept at a time. */
    private const AT_ONCE = 20_000;

    private readonly Randomizer $random;
    /** @var list<list<string>> the dictionaries of each way */
    private array $ways = [];
    /** @var list<list<string>> undamaged envelopes of each way */
    private array $whole = [];

    public function __construct(int $seed)
    {
        $this->random = new Randomizer(new Mt19937($seed));
    }

    public function run(int $count): bool
    {
        if (($missing = Compressors::missing('zstd')) !== null) {
            echo "envelope: order of zstd SKIPPED, $missing\n";
            return true;
        }
        $this->prepare();
        $tried = $accepted = $different = 0;
        while ($tried < $count) {
            $frames = $this->frames(min(self::AT_ONCE, $count - $tried));
            $first = array_map($this->verdict(...), $frames);
            foreach ($this->random->shuffleArray(array_keys($frames)) as $i) {
                $different += (int) ($this->verdict($frames[$i]) !== $first[$i]);
            }
            $tried += count($frames);
            $accepted += count(array_filter($first, static fn(string $verdict): bool => str_starts_with($verdict, 'value')));
        }
        echo "envelope: $tried damaged frames of zstd in two orders, $accepted of them accepted, $different with another result the second time\n";
        return $different === 0 && $tried >= $count && $accepted > intdiv($count, 1000) && $accepted < intdiv($count, 2);
    }

    private function prepare(): void
    {
        $samples = fn(string $of): array => array_map(fn(int $i): string => lyo_serialize($this->value($of, $i)), range(0, 299));
        $this->ways = [[], [lyo_train_dictionary($samples('article'), 4096)], [lyo_train_dictionary($samples('order'), 4096)]];
        foreach ($this->ways as $dictionaries) {
            $whole = [];
            for ($i = 1000; $i < 1100; $i++) {
                $whole[] = lyo_serialize($this->value(['article', 'order'][$i % 2], $i), ['compress' => 'zstd', 'level' => 1 + $i % 7, 'min_size' => 0, 'min_ratio' => 1, 'dictionaries' => $dictionaries]);
            }
            $this->whole[] = $whole;
        }
    }

    /** @return array<string, mixed> */
    private function value(string $of, int $i): array
    {
        return ['id' => $i, 'title' => ucfirst($of) . ' ' . $i % 13, 'text' => str_repeat("the $of number " . $i % 17 . ' of ' . sha1((string) ($i % 29)) . ', ', 1 + $i % 7), 'owner' => ['name' => 'Owner ' . $i % 7, 'roles' => ['writer', 'editor of the journal']], 'sums' => range($i, $i + $i % 40)];
    }

    /** @return list<array{int, string}> way, envelope with a damaged frame and the right checksum */
    private function frames(int $count): array
    {
        $frames = [];
        while (count($frames) < $count) {
            $way = count($frames) % count($this->ways);
            $data = substr($this->whole[$way][$this->random->getInt(0, 99)], 0, -4);
            $first = 3 + ord($data[2]) + 4; // after the entries and the header of the frame
            for ($i = $this->random->getInt(1, 3); $i > 0; $i--) {
                $at = $this->random->getInt($first, strlen($data) - 1);
                $data[$at] = $data[$at] ^ chr(1 << $this->random->getInt(0, 7));
            }
            $frames[] = [$way, $data . Envelope::checksum($data)];
        }
        return $frames;
    }

    /** @param array{int, string} $frame */
    private function verdict(array $frame): string
    {
        try {
            return 'value ' . md5(serialize(lyo_unserialize($frame[1], ['dictionaries' => $this->ways[$frame[0]], 'allowed_classes' => false])), true);
        } catch (LyoException $e) {
            return $e->getMessage();
        }
    }
}
