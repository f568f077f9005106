<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Envelope\Envelope;
use Lyo\Envelope\KeyRing;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Functions\Lyo;
use Lyo\Pure\Head;
use Lyo\Tests\Fuzz\Mutator;
use Lyo\Tests\Fuzz\Seeds;
use Throwable;

/** Changed envelopes: extension and library say the same, and nothing is taken for signed that is not. */
final class Mutations
{
    private const KEYS = ['new' => 'a key of the tests', 'old' => 'another key of the tests'];
    private const CONTEXT = 'the tests';
    private const DICTIONARIES = ['to be compressed with a dictionary that is text', 'to be compressed with another dictionary'];
    private const SHOWN = 10;

    /** @var array<string, true> what was made with the keys */
    private array $made = [];
    /** @var array<string, true> what was given a checksum */
    private array $summed = [];
    private readonly KeyRing $ring;
    private readonly bool $zstd;
    private ?string $trained = null;
    private int $differences = 0;
    /** Accepted as signed, though nobody with a key has made it. */
    private int $forgeries = 0;
    /** Accepted where a checksum is required, though it has none that anybody has made. */
    private int $unnoticed = 0;
    /** @var array<string, int> */
    private array $counts = [];

    public function __construct(private readonly int $seed)
    {
        $this->ring = new KeyRing(self::KEYS);
        $this->zstd = self::outcome(static fn(): string => lyo_serialize(null, ['compress' => 'zstd'])) !== UnavailableException::class;
    }

    public function run(int $runs): bool
    {
        $mutator = new Mutator($this->seeds(), $this->seed);
        for ($i = 0; $i < $runs; $i++) {
            $data = $mutator->input($i)[1];
            $this->judge($i % 4 < 2 ? $data : $this->repaired($data, $i % 4 === 2));
        }
        ksort($this->counts);
        foreach ($this->counts as $what => $count) {
            echo "envelope: $count of $runs mutations $what\n";
        }
        echo "envelope: $runs mutations, $this->differences differences, $this->forgeries forgeries accepted, $this->unnoticed changes accepted where a checksum is required\n";
        return $this->differences === 0 && $this->forgeries === 0 && $this->unnoticed === 0 && array_sum($this->counts) >= $runs && min($this->counts['accepted by both'] ?? 0, $this->counts['refused by both'] ?? 0) > intdiv($runs, 100);
    }

    /** @return non-empty-list<string> */
    private function seeds(): array
    {
        $payloads = array_values(array_filter(Seeds::all(), self::isPlain(...)));
        $sign = ['sign' => self::KEYS, 'context' => self::CONTEXT];
        $forms = [['checksum' => true], $sign, ['compress' => 'zlib'], [...$sign, 'compress' => 'zlib', 'level' => 9], ['compress' => 'zlib', 'level' => 0]];
        if ($this->zstd) {
            $forms[] = ['compress' => 'zstd'];
            $forms[] = [...$sign, 'compress' => 'zstd'];
            $forms[] = ['compress' => 'zstd', 'dictionaries' => self::DICTIONARIES];
            $forms[] = [...$sign, 'compress' => 'zstd', 'dictionaries' => [self::DICTIONARIES[1]]];
            $forms[] = [...$sign, 'compress' => 'zstd', 'dictionaries' => [$this->trained()]];
        }
        $seeds = [];
        foreach ($payloads as $i => $payload) {
            $value = lyo_unserialize($payload);
            $data = lyo_serialize([$value, str_repeat('to be compressed ', 3)], [...$forms[$i % count($forms)], 'min_size' => 1, 'min_ratio' => 1]);
            isset($forms[$i % count($forms)]['sign']) ? $this->made[$data] = true : $this->summed[$data] = true;
            $seeds[] = $data;
        }
        return $seeds !== [] ? $seeds : throw new \LogicException('no seeds');
    }

    private function trained(): string
    {
        return $this->trained ??= lyo_train_dictionary(array_map(static fn(int $i): string => lyo_serialize([$i => "to be compressed $i", 'more' => md5((string) $i)]), range(0, 999)), 1024);
    }

    /** @return list<string> what readers have; one of those that compress is missing */
    private function loaded(): array
    {
        return $this->zstd ? [self::DICTIONARIES[0], $this->trained()] : [];
    }

    /** Classes have a test of their own, make compare, with rules of what may differ. */
    private static function isPlain(string $seed): bool
    {
        return Lyo::isSerialized($seed) && !Envelope::is($seed) && (new Head($seed))->isPlain();
    }

    /** Adds the right checksum or signature, so that the content is read. */
    private function repaired(string $data, bool $sign): string
    {
        if (strlen($data) < 20 || !Envelope::is($data)) {
            return $data;
        }
        if (ord($data[3]) === 1) {
            $data = substr($data, 0, -4) . Envelope::checksum(substr($data, 0, -4));
            $this->summed[$data] = true;
            return $data;
        }
        if (!$sign) {
            return $data;
        }
        $signed = substr($data, 0, -16);
        $data = $signed . $this->ring->code('new', self::CONTEXT, $signed);
        $this->made[$data] = true;
        return $data;
    }

    private function judge(string $data): void
    {
        $options = ['allowed_classes' => false, 'max_unpacked' => 1 << 20, 'sign' => self::KEYS, 'context' => self::CONTEXT, 'dictionaries' => $this->loaded()];
        $unsigned = ['unsigned_until' => PHP_INT_MAX] + $options;
        foreach (['signature required' => $options, 'checksum required' => ['checksum' => true] + $unsigned, 'unsigned accepted' => $unsigned] as $way => $with) {
            $extension = self::outcome(static fn(): string => serialize(lyo_unserialize($data, $with)));
            $library = self::outcome(static fn(): string => serialize(Lyo::unserialize($data, $with)));
            $accepted = str_starts_with($extension, 'value ');
            if ($extension !== $library && $library !== UnavailableException::class) {
                if (++$this->differences <= self::SHOWN) {
                    echo "envelope: $way ", bin2hex(substr($data, 0, 400)), "\n  extension ", self::short($extension), "\n  library   ", self::short($library), "\n";
                }
            }
            if ($way === 'signature required' && $accepted && !isset($this->made[$data])) {
                $this->forgeries++;
                echo 'envelope: FORGED ', bin2hex(substr($data, 0, 400)), "\n";
            }
            if ($way === 'checksum required' && $accepted && !isset($this->made[$data]) && !isset($this->summed[$data])) {
                $this->unnoticed++;
                echo 'envelope: NOT NOTICED ', bin2hex(substr($data, 0, 400)), "\n";
            }
        }
        $what = $extension !== $library ? 'need what the library lacks here' : ($accepted ? 'accepted by both' : 'refused by both');
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
    }

    /** @param callable(): string $do */
    private static function outcome(callable $do): string
    {
        try {
            return 'value ' . $do();
        } catch (UnavailableException $e) {
            // a dictionary by its name; what else is missing is another thing in PHP than in C
            return UnavailableException::class . (str_contains($e->getMessage(), 'the dictionary') ? ": {$e->getMessage()}" : '');
        } catch (LyoException $e) {
            return $e::class . ": {$e->getMessage()}";
        } catch (Throwable $e) {
            return $e::class;
        }
    }

    private static function short(string $outcome): string
    {
        return (string) preg_replace_callback('/[^ -~]/', static fn(array $m): string => sprintf('\x%02X', ord($m[0])), substr($outcome, 0, 400));
    }
}
