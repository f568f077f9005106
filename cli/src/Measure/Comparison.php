<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Igbinary\Writer as IgbinaryWriter;
use Lyo\Native\ClassNames;
use Lyo\Native\Decoding;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use Lyo\Translator;
use ReflectionClass;
use Throwable;

use function array_fill_keys;
use function array_filter;
use function array_map;
use function array_udiff;
use function array_values;
use function class_exists;
use function dirname;
use function is_file;
use function is_string;
use function serialize;
use function spl_autoload_functions;
use function spl_autoload_register;
use function spl_autoload_unregister;
use function str_starts_with;
use function strcasecmp;
use function stripos;
use function strlen;
use function strtr;
use function substr;

/** Measures values with all codecs and compressors, one value after the other. */
final readonly class Comparison
{
    /**
     * @param list<Codec> $codecs codecs that are available
     * @param array<string, Compressor> $compressors available compressors, by name
     * @param bool $loadsClasses load the classes of objects, whose hooks then run
     */
    public function __construct(
        private array $codecs,
        private array $compressors,
        private Rounds $rounds,
        private bool $loadsClasses,
    ) {}

    /**
     * Measures a value. If a class is missing or must not be loaded, objects of __PHP_Incomplete_Class are measured, or only sizes.
     *
     * @throws LyoException if the data are damaged
     * @throws Throwable if a class throws
     */
    public function run(Entry $entry): Outcome
    {
        $envelope = Envelope::of($entry);

        return new Outcome($entry->key, strlen($entry->data), $envelope->path(), ...$this->measure($envelope->native()));
    }

    /**
     * @param string $text serialize() text
     *
     * @return array{Classes, array<string, Cost>, array<string, Obstacle>}
     */
    private function measure(string $text): array
    {
        $names = array_values(array_udiff(ClassNames::of($text), Codec::PLAIN, strcasecmp(...)));
        // If a class does not exist, unserialize() would call the autoloaders for each of its objects, in every round.
        if ($names !== [] && (!$this->loadsClasses || array_filter($names, class_exists(...)) !== $names)) {
            return self::withoutAutoloaders(fn(): array => $this->withoutClasses($text, $names));
        }
        $value = Decoding::decode($text, ['allowed_classes' => $this->loadsClasses ? true : Codec::PLAIN]);

        return [$names === [] ? Classes::None : Classes::Loaded, ...$this->costs($value, false, true)];
    }

    /**
     * Measures a value with objects of __PHP_Incomplete_Class.
     *
     * @param list<string> $names names of its classes
     *
     * @return array{Classes, array<string, Cost>, array<string, Obstacle>}
     */
    private function withoutClasses(string $text, array $names): array
    {
        $value = $this->tree($text);
        if ($value === null) {
            return [Classes::Unmade, $this->sizes($text), array_fill_keys(array_map(static fn(Codec $codec): string => $codec->name, $this->codecs), Obstacle::Classes)];
        }
        $closed = array_filter($names, static fn(string $name): bool => class_exists($name, false) || stripos($name, 'Lyo\\') === 0) === [];

        return [Classes::Absent, ...$this->costs($value, true, $closed)];
    }

    /** Returns the value with objects of __PHP_Incomplete_Class, or null if these do not give the same serialize() text. */
    private function tree(string $text): mixed
    {
        try {
            $value = @Decoding::decode($text, ['allowed_classes' => Codec::PLAIN]);
        } catch (LyoException) {
            return null;
        }

        return serialize($value) === $text ? $value : null;
    }

    /**
     * @param bool $trees true if $value has objects of __PHP_Incomplete_Class
     * @param bool $closed true if none of the classes that the value names can be found
     *
     * @return array{array<string, Cost>, array<string, Obstacle>} figures by codec, and why there are none
     */
    private function costs(mixed $value, bool $trees, bool $closed): array
    {
        $normal = serialize($value);
        $bytes = $packed = $tasks = $decoders = $obstacles = [];
        foreach ($this->codecs as $codec) {
            // igbinary has no class policy. With $trees the library checks its bytes. They are decoded only if it can find none of the classes.
            $decoder = $trees ? $codec->withoutClasses() : $codec;
            $made = $this->encoded($codec, $decoder, $value, $normal);
            $name = $codec->name;
            if ($made instanceof Obstacle) {
                $obstacles[$name] = $made;
                continue;
            }
            $bytes[$name] = $made;
            $decoders[$name] = $decoder ?? ($closed ? $codec : null);
            $tasks["$name encode"] = $codec->encoding($value);
            if ($decoders[$name] !== null) {
                $tasks["$name decode"] = $decoders[$name]->decoding($made);
            }
            foreach ($this->packed($made) as $compressor => $result) {
                $packed[$name][$compressor] = $result;
                $tasks["$name pack $compressor"] = $this->compressors[$compressor]->packing($made);
                $tasks["$name unpack $compressor"] = $this->compressors[$compressor]->unpacking($result);
            }
        }
        $times = array_map(Time::of(...), $this->rounds->run($tasks));
        $costs = [];
        foreach ($bytes as $name => $made) {
            $compressed = [];
            foreach ($packed[$name] ?? [] as $compressor => $result) {
                $compressed[$compressor] = new Packed(strlen($result), $times["$name pack $compressor"] ?? null, $times["$name unpack $compressor"] ?? null);
            }
            $memory = $decoders[$name] === null ? null : Memory::ofResult(...$decoders[$name]->decoding($made));
            $costs[$name] = new Cost(strlen($made), $times["$name encode"] ?? null, $times["$name decode"] ?? null, $memory, $compressed);
        }
        if (!isset($costs['igbinary'])) {
            $costs += $this->igbinary($normal);
        }

        return [$costs, $obstacles];
    }

    /**
     * Encodes a value, if decoding returns the same value.
     *
     * @param string $normal serialize() text of the value
     */
    private function encoded(Codec $codec, ?Codec $decoder, mixed $value, string $normal): string|Obstacle
    {
        if ($decoder === null && $codec->name !== 'igbinary') {
            return Obstacle::Classes;
        }
        if (!$codec->isSafeWith($normal)) {
            return Obstacle::References;
        }
        try {
            $bytes = $codec->encode($value);
            if ($bytes === null) {
                return Obstacle::Refused;
            }
            $again = $decoder === null ? Translator::toNative($bytes, Format::Igbinary2) : serialize($decoder->decode($bytes));

            return $again === $normal ? $bytes : Obstacle::Changed;
        } catch (Throwable) {
            return Obstacle::Refused;
        }
    }

    /**
     * Returns only sizes, which need no more than serialize() text.
     *
     * @return array<string, Cost> figures by codec
     */
    private function sizes(string $text): array
    {
        return ['native' => $this->size($text), 'lyo' => $this->size(Lyo::fromNative($text))] + $this->igbinary($text);
    }

    /** @return array<string, Cost> the size in igbinary, which the library can tell without the extension; empty if igbinary cannot hold the value */
    private function igbinary(string $text): array
    {
        try {
            return ['igbinary' => $this->size(IgbinaryWriter::fromNative($text))];
        } catch (LyoException) {
            return [];
        }
    }

    private function size(string $bytes): Cost
    {
        return new Cost(strlen($bytes), null, null, null, array_map(static fn(string $packed): Packed => new Packed(strlen($packed), null, null), $this->packed($bytes)));
    }

    /** @return array<string, string> the compressed bytes, by compressor */
    private function packed(string $bytes): array
    {
        return array_filter(array_map(static fn(Compressor $compressor): ?string => $compressor->pack($bytes), $this->compressors), is_string(...));
    }

    /**
     * Calls a function while only classes of this library can be loaded. This is necessary because unserialize() loads enums even if their class
     * is not allowed.
     *
     * @template T
     *
     * @param Closure(): T $call
     *
     * @return T
     */
    private static function withoutAutoloaders(Closure $call): mixed
    {
        $loaders = spl_autoload_functions();
        $folders = ['Lyo\\Tools\\' => dirname(__DIR__), 'Lyo\\' => dirname((string) (new ReflectionClass(Translator::class))->getFileName())];
        $own = static function (string $class) use ($folders): void {
            foreach ($folders as $prefix => $folder) {
                $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
                if (str_starts_with($class, $prefix) && is_file($file)) {
                    require $file;
                    return;
                }
            }
        };
        array_map(spl_autoload_unregister(...), $loaders);
        spl_autoload_register($own);
        try {
            return $call();
        } finally {
            spl_autoload_unregister($own);
            array_map(spl_autoload_register(...), $loaders);
        }
    }
}
