<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Igbinary\Writer as IgbinaryWriter;
use Lyo\Native\ClassNames;
use Lyo\Native\Decoding;
use Lyo\Pure\Lyo;
use Lyo\Translator;
use Throwable;

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

/** Takes one value after the other through all codecs and compressors. */
final readonly class Trial
{
    /**
     * @param list<Codec> $codecs that this PHP has
     * @param array<string, Compressor> $compressors by name
     * @param bool $loadsClasses objects are made of their classes, and hooks of these run
     */
    public function __construct(
        private array $codecs,
        private array $compressors,
        private Rounds $rounds,
        private bool $loadsClasses,
    ) {}

    /**
     * @throws LyoException if the data are damaged
     * @throws Throwable what a class throws
     */
    public function run(Stored $stored): Outcome
    {
        $names = array_values(array_udiff(ClassNames::of($stored->text), Codec::PLAIN, strcasecmp(...)));
        if ($names !== [] && (!$this->loadsClasses || self::isMissing($names))) {
            return self::withoutAutoloaders(fn(): Outcome => $this->withoutClasses($stored, $names));
        }
        $value = Decoding::decode($stored->text, ['allowed_classes' => $this->loadsClasses ? true : Codec::PLAIN]);

        return $this->outcome($stored, $names === [] ? Classes::None : Classes::Loaded, $this->costs($value, false, true));
    }

    /**
     * Some class is not to be had. unserialize() would ask the autoloaders for it at each of its objects, in each round with each codec.
     *
     * @param list<string> $names
     */
    private static function isMissing(array $names): bool
    {
        return array_filter($names, static fn(string $name): bool => !class_exists($name)) !== [];
    }

    /** @param list<string> $names of classes */
    private function withoutClasses(Stored $stored, array $names): Outcome
    {
        $value = $this->tree($stored->text);
        if ($value === null) {
            return $this->outcome($stored, Classes::Unmade, $this->sizes($stored->text));
        }
        $closed = array_filter($names, static fn(string $name): bool => class_exists($name, false) || stripos($name, 'Lyo\\') === 0) === [];

        return $this->outcome($stored, Classes::Absent, $this->costs($value, true, $closed));
    }

    /** The value with objects of __PHP_Incomplete_Class; null if these cannot stand for all of them. */
    private function tree(string $text): mixed
    {
        try {
            $value = @Decoding::decode($text, ['allowed_classes' => Codec::PLAIN]);
        } catch (LyoException) {
            return null;
        }

        return serialize($value) === $text ? $value : null;
    }

    /** @param array<string, Cost> $costs */
    private function outcome(Stored $stored, Classes $classes, array $costs): Outcome
    {
        return new Outcome($stored->name, $stored->bytes, $stored->format, $classes, $costs);
    }

    /**
     * @param bool $trees objects are without their classes
     * @param bool $closed none of the classes that the value names is there
     *
     * @return array<string, Cost>
     */
    private function costs(mixed $value, bool $trees, bool $closed): array
    {
        $normal = serialize($value);
        $bytes = $packed = $tasks = $decoders = [];
        foreach ($this->codecs as $codec) {
            // igbinary has no class policy: without classes its bytes are read by the library, and decoded where it can find none.
            $decoder = $trees ? $codec->withoutClasses() : $codec;
            $made = $this->encoded($codec, $decoder, $value, $normal);
            if ($made === null) {
                continue;
            }
            $name = $codec->name;
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

        return $costs;
    }

    /** Null if the codec does not give the same value back. */
    private function encoded(Codec $codec, ?Codec $decoder, mixed $value, string $normal): ?string
    {
        try {
            $bytes = $codec->encode($value);
            if ($bytes === null || $decoder === null && $codec->name !== 'igbinary') {
                return null;
            }
            $again = $decoder === null ? Translator::toNative($bytes, Format::Igbinary2) : serialize($decoder->decode($bytes));

            return $again === $normal ? $bytes : null;
        } catch (Throwable) {
            return null;
        }
    }

    /**
     * Sizes alone, from serialize() text.
     *
     * @return array<string, Cost>
     */
    private function sizes(string $text): array
    {
        return ['native' => $this->size($text), 'lyo' => $this->size(Lyo::fromNative($text))] + $this->igbinary($text);
    }

    /** @return array<string, Cost> igbinary's size, which the library can tell where the extension is missing */
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

    /** @return array<string, string> by compressor */
    private function packed(string $bytes): array
    {
        return array_filter(array_map(static fn(Compressor $compressor): ?string => $compressor->pack($bytes), $this->compressors), is_string(...));
    }

    /**
     * Only classes of this library can be loaded meanwhile: unserialize() loads enums that it is not to make.
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
        $own = static function (string $class): void {
            $file = dirname(__DIR__) . '/' . strtr(substr($class, strlen('Lyo\\')), '\\', '/') . '.php';
            if (str_starts_with($class, 'Lyo\\') && is_file($file)) {
                require $file;
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
