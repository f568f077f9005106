<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

use Lyo\Exception\ClassMismatchException;
use Lyo\Format;
use Lyo\Serializer;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Translator;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Throwable;

/** The tests that every bridge must pass. A process makes a trial, runs subjects through it, and exits with its result. */
final class BridgeChecks
{
    private const MUTATED = 1000;

    private int $faults = 0;
    private bool $saidMissing = false;

    /** @param string $of what is tested, with its version: "symfony/cache 7.4.0, lyo.so" */
    public function __construct(private readonly string $of) {}

    /**
     * Writes each value with each writer, and reads it with each reader. The bridge must read all exactly. The plain framework must read
     * exactly what it and the bridge's "native" wrote; anything else it must read exactly or not at all.
     *
     * @param list<string> $writers
     * @param list<string> $without names of values that the framework itself does not give back as they were
     */
    public function matrix(Subject $subject, array $writers = [Subject::PLAIN, ...Subject::WRITERS], array $without = []): void
    {
        $values = array_diff_key(Values::all(), array_flip($without));
        $exact = $misses = 0;
        foreach ($writers as $writer) {
            foreach ($values as $name => $value) {
                $key = str_replace('+', '.', "$writer.$name");
                $text = serialize($value);
                $this->checked("$writer stores $name in {$subject->name()}", static fn(): bool => $subject->store($writer, $key, $value));
                foreach ([Subject::PLAIN, 'native', 'lyo+zlib'] as $reader) {
                    $found = $reader === Subject::PLAIN ? @$subject->fetch($reader, $key) : $this->watched(static fn(): array => $subject->fetch($reader, $key));
                    if ($found !== [] && serialize($found[0]) === $text) {
                        $exact++;
                    } elseif ($found === [] && $reader === Subject::PLAIN && $writer !== Subject::PLAIN && $writer !== 'native') {
                        $misses++;
                    } else {
                        $this->fault("{$subject->name()}: $name, written by $writer, read by $reader, " . ($found === [] ? 'is lost' : 'has changed'));
                    }
                }
            }
        }
        $this->say(sprintf('%s: %d values, %d writers, 3 readers: %d exact, %d misses of the plain framework', $subject->name(), count($values), count($writers), $exact, $misses));
    }

    /**
     * Changed bytes in the store: what nothing can read is a miss, without a warning and without an Error. What still is a
     * well-formed value (a letter in a string has changed; only a checksum could detect that, and lyo has one) is that value or a miss.
     *
     * @param bool $wraps the framework puts the value into one of its own, so that the bytes stand for something else
     * @param list<string> $without as above
     * @param (callable(string): string)|null $data if the framework stores strings as they are: what in the bytes stands for a value that is none.
     *        Data without their mark are a string
     */
    public function mutations(Subject $subject, bool $wraps = false, array $without = [], ?callable $data = null): void
    {
        $random = new Randomizer(new Mt19937(7));
        $values = array_diff_key(Values::small(), array_flip($without));
        $names = array_keys($values);
        $reference = new Serializer();
        $misses = $wellFormed = $refused = $unmarked = $undecided = 0;
        for ($i = 0; $misses < self::MUTATED && $i < 4 * self::MUTATED; $i++) {
            $writer = Subject::WRITERS[$i % count(Subject::WRITERS)];
            $name = $names[intdiv($i, count(Subject::WRITERS)) % count($names)];
            // A framework may look at what is there before it stores something.
            $this->checked("$writer stores $name", static fn(): bool => @$subject->store($writer, 'mutated', $values[$name]));
            $original = $subject->bytes('mutated');
            if ($original === '') {
                $this->fault("{$subject->name()}: no bytes of $name by $writer");
                return;
            }
            $bytes = self::mutate($original, $random);
            if ($bytes === $original || $bytes === '') {
                continue;
            }
            $subject->replace('mutated', $bytes);
            $expected = self::expected($reference, $data === null ? $bytes : $data($bytes));
            if ($expected === null) {
                $undecided++;
                continue;
            }
            $fetch = static fn(): array => $subject->fetch('lyo', 'mutated');
            $found = $this->checked("$writer $name " . bin2hex($bytes), fn(): array => $wraps ? @$fetch() : $this->watched($fetch));
            if ($data !== null && $expected === [] && $found === [$bytes]) {
                $unmarked++;
            } elseif ($found === null || $found !== [] && ($expected === [] || !$wraps && serialize($found[0]) !== serialize($expected[0]))) {
                $this->fault("{$subject->name()}: mutated $name of $writer gives a value: " . bin2hex($bytes));
            } elseif ($expected === []) {
                $misses++;
            } else {
                $found === [] ? $refused++ : $wellFormed++;
            }
        }
        $this->say(sprintf('%s: %d mutated items that cannot be read: all misses; %d more are well-formed, %d of these refused', $subject->name(), $misses, $wellFormed + $refused, $refused));
        if ($data !== null) {
            $this->say("{$subject->name()}: $unmarked mutated items have lost their mark and are strings");
        }
        $this->check($undecided < 20, "{$subject->name()}: too many mutated items have no known value: $undecided");
        if ($misses < self::MUTATED || $unmarked > $misses / 2) {
            $this->fault("{$subject->name()}: fewer mutated items than planned");
        }
    }

    /**
     * What bytes stand for: the library says that, and unserialize(), which also takes text with something behind it.
     *
     * @return array{}|array{mixed}|null empty for nothing; null if the library cannot tell: it makes text of igbinary, and unserialize() refuses a
     *         reference to an entry that another one of the same key has replaced
     */
    private static function expected(Serializer $reference, string $bytes): ?array
    {
        try {
            return [@$reference->decode($bytes)];
        } catch (ClassMismatchException) {
            return Format::detect($bytes) === Format::Igbinary2 ? null : [];
        } catch (Throwable) { // of ours, or a hook's
        }
        try {
            $value = @unserialize($bytes);
            return $value === false ? [] : [$value];
        } catch (Throwable) {
            return [];
        }
    }

    /**
     * 1,000 items of each writer with damage of three kinds: what is written as lyo has a checksum, and gives the value or nothing.
     *
     * @param list<string> $without names of values that the framework stores itself
     * @param list<string> $compared other formats, which have no checksum: their wrong values are counted
     */
    public function damage(Subject $subject, array $without, array $compared = []): void
    {
        $values = array_diff_key(Values::small(), array_flip($without));
        $kinds = [
            'one bit' => static fn(string $bytes, Randomizer $random): string => self::changed($bytes, $random, 1 << $random->getInt(0, 7)),
            'two bytes' => static fn(string $bytes, Randomizer $random): string => self::changed(self::changed($bytes, $random, $random->getInt(1, 255)), $random, $random->getInt(1, 255)),
            'cut' => static fn(string $bytes, Randomizer $random): string => substr($bytes, 0, $random->getInt(1, strlen($bytes) - 1)),
        ];
        foreach (['lyo', 'lyo+zlib', ...$compared] as $writer) {
            $random = new Randomizer(new Mt19937(27));
            $done = $wrong = 0;
            for ($i = 0; $done < self::MUTATED && $i < 2 * self::MUTATED; $i++) {
                $name = array_keys($values)[$i % count($values)];
                $kind = array_keys($kinds)[intdiv($i, count($values)) % count($kinds)];
                @$subject->store($writer, 'damaged', $values[$name]);
                $original = $subject->bytes('damaged');
                $bytes = $kinds[$kind]($original, $random);
                if ($bytes === $original) {
                    continue; // the same byte has changed twice
                }
                $subject->replace('damaged', $bytes);
                $found = $this->checked("$writer $name, damaged: $kind", static fn(): array => @$subject->fetch('lyo', 'damaged'));
                $done++;
                if ($found !== [] && ($found === null || serialize($found[0]) !== serialize($values[$name]))) {
                    $wrong++;
                    str_starts_with($writer, 'lyo') && $this->fault("{$subject->name()}: $name of $writer, damaged ($kind), is another value: " . bin2hex($bytes));
                }
            }
            $this->say("{$subject->name()}: $done damaged items of $writer, $wrong wrong values");
            $this->check($done >= self::MUTATED, "{$subject->name()}: fewer damaged items than planned");
        }
    }

    /**
     * Data that bridges compressed before there were envelopes (zlib around the data), and gzip of other packages.
     *
     * @param list<string> $without as above
     */
    public function oldCompression(Subject $subject, array $without): void
    {
        $exact = $planned = 0;
        foreach (array_diff_key(Values::all(), array_flip($without)) as $name => $value) {
            foreach (['native', 'igbinary', 'lyo'] as $writer) {
                foreach ([static fn(string $data): string => (string) gzcompress($data, 1), static fn(string $data): string => (string) gzencode($data, 6)] as $pack) {
                    $subject->store($writer, 'old', $value);
                    $subject->replace('old', $pack($subject->bytes('old')));
                    $found = $this->watched(static fn(): array => $subject->fetch('lyo', 'old'));
                    $planned++;
                    $found !== [] && serialize($found[0]) === serialize($value) ? $exact++ : $this->fault("{$subject->name()}: $name by $writer within zlib or gzip is not read");
                }
            }
        }
        $this->say("{$subject->name()}: $exact of $planned items within zlib and gzip are read exactly");
    }

    /** Objects of a class that is not there, on the surface and deep inside, in every format, are misses; a callback of the application's is kept. */
    public function missingClasses(Subject $subject): void
    {
        $object = 'O:7:"Missing":1:{s:1:"a";i:5;}';
        $deep = $object;
        for ($i = 0; $i < 20; $i++) {
            $deep = $i % 2 === 0 ? "a:2:{i:0;s:4:\"rest\";i:1;$deep}" : "O:8:\"stdClass\":1:{s:1:\"p\";$deep}";
        }
        $texts = ['alone' => $object, 'deep inside' => $deep, 'in an object that has a hook' => 'O:11:"ArrayObject":4:{i:0;i:0;i:1;a:1:{i:0;' . $object . '}i:2;a:0:{}i:3;N;}', 'enum' => 'a:1:{i:0;E:11:"Missing:Case";}'];
        $misses = 0;
        foreach ($texts as $where => $text) {
            foreach ([Format::Native, Format::Igbinary2, Format::Lyo] as $format) {
                if ($where === 'enum' && $format !== Format::Native) {
                    continue; // cannot be written without the class
                }
                $data = $format === Format::Native ? $text : (new Translator())->translate($text, $format);
                foreach ([$data, (string) gzcompress($data)] as $bytes) {
                    $subject->store('lyo', 'missing', [1]);
                    $subject->replace('missing', $bytes);
                    $before = ini_set('unserialize_callback_func', 'some_callback');
                    $found = $this->checked("a missing class $where, $format->value", fn(): array => $this->watched(static fn(): array => $subject->fetch('lyo', 'missing')));
                    $this->check(ini_set('unserialize_callback_func', (string) $before) === 'some_callback', "{$subject->name()}: unserialize_callback_func has changed");
                    $found === [] ? $misses++ : $this->fault("{$subject->name()}: a missing class $where, $format->value, is no miss");
                }
            }
        }
        $this->say("{$subject->name()}: $misses items with a class that does not exist are misses");
    }

    /** For what a bridge tests besides. */
    public function check(bool $holds, string $fault): void
    {
        if (!$holds) {
            $this->fault($fault);
        }
    }

    /** Whether lyo compresses with zlib. Where it does not, what is checked of that is skipped, and said once. */
    public function compresses(): bool
    {
        $missing = Compressors::missing('zlib');
        if ($missing !== null && !$this->saidMissing) {
            $this->say("what becomes smaller by compression SKIPPED, $missing");
            $this->saidMissing = true;
        }

        return $missing === null;
    }

    public function say(string $line): void
    {
        echo "$this->of: $line\n";
    }

    /** The status of the process. */
    public function end(): int
    {
        $this->say("$this->faults faults");
        return $this->faults === 0 ? 0 : 1;
    }

    private function fault(string $fault): void
    {
        if (++$this->faults <= 20) {
            echo "FAULT $this->of: $fault\n";
        }
    }

    /**
     * @template T
     * @param callable(): T $do
     * @return T|null
     */
    private function checked(string $what, callable $do): mixed
    {
        try {
            $result = $do();
        } catch (Throwable $e) {
            $this->fault("$what: " . $e::class . ": {$e->getMessage()}");
            return null;
        }
        if ($result === false) {
            $this->fault("$what: false");
        }
        return $result;
    }

    /**
     * Messages during the call are a fault. Exceptions: warnings of unserialize() about damage; the deprecation for properties that a class no
     * longer has, and the warning for an unserialize_callback_func that does not exist, which both unserialize() and lyo report.
     *
     * @template T
     * @param callable(): T $do
     * @return T
     */
    private function watched(callable $do): mixed
    {
        set_error_handler(function (int $level, string $message, string $file): bool {
            if ((error_reporting() & $level & ~E_DEPRECATED) !== 0 && preg_match('~src/(?:Native/Decoding|Bridge/Packer)\.php$~', $file) !== 1
                && $message !== 'lyo_unserialize(): defined (some_callback) but not found' && !self::isOfText($file, $message)) {
                $this->fault("$file reports: $message");
            }
            return true;
        });
        try {
            return $do();
        } finally {
            restore_error_handler();
        }
    }

    /** Tells whether PHP's reader of serialize() text, which the extension calls, reports this: as with unserialize(), it goes to the application. */
    private static function isOfText(string $file, string $message): bool
    {
        return str_ends_with($file, 'src/Codec/LyoCodec.php')
            && preg_match('/^(lyo_unserialize\(\): (Undefined constant |Extra data |Class \'.*\' (not found|is not an enum)|Unexpected end )|(Illegal|Corrupt) member variable name$)/s', $message) === 1;
    }

    private static function changed(string $bytes, Randomizer $random, int $mask): string
    {
        $at = $random->getInt(0, strlen($bytes) - 1);
        $bytes[$at] = chr(ord($bytes[$at]) ^ $mask);
        return $bytes;
    }

    private static function mutate(string $bytes, Randomizer $random): string
    {
        $size = strlen($bytes);
        $at = $random->getInt(0, $size - 1);
        $length = $random->getInt(1, min(8, $size - $at));
        return match ($random->getInt(0, 6)) {
            0 => substr($bytes, 0, $at),
            1 => substr_replace($bytes, chr($random->getInt(0, 255)), $at, 1),
            2 => substr_replace($bytes, chr(ord($bytes[$at]) ^ 1 << $random->getInt(0, 7)), $at, 1),
            3 => substr_replace($bytes, '', $at, $length),
            4 => substr_replace($bytes, $random->getBytes($length), $at, 0),
            5 => substr_replace($bytes, str_repeat("\0", $length), $at, $length),
            default => substr($bytes, $at) . substr($bytes, 0, $at),
        };
    }
}
