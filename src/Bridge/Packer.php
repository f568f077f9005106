<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use DomainException;
use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Envelope\Options;
use Lyo\Exception\LyoException;
use Lyo\Serializer;
use Psr\Log\LoggerInterface;
use Throwable;

use function function_exists;
use function gzcompress;
use function ini_set;
use function is_bool;
use function is_int;
use function is_string;
use function serialize;
use function strlen;

/**
 * What all bridges do with values: writes the format that it is told, reads native, igbinary and lyo with zlib or gzip
 * around each, and makes a Miss of whatever cannot be read.
 */
final class Packer
{
    /** @var array<string, true> kinds of misses that the logger was told */
    private array $told = [];
    private readonly Serializer $serializer;
    private readonly ?int $compressAbove;
    private readonly bool $plainScalars;

    /**
     * @param Codec|string $writer what pack() writes: "native", "igbinary", "lyo", or a codec. By name, strings, ints, booleans and
     *        null are written as serialize() text always: they gain nothing, and what hosts on another setting share (versions of
     *        namespaces and tags, counters) stays readable for all of them. A codec gets every value.
     * @param ClassPolicy|null $classes null for all classes
     * @param int|null $compressAbove zlib for what is longer than so many bytes, if that makes it shorter; null for never. A host
     *        without zlib writes everything uncompressed.
     * @param LoggerInterface|null $logger is told of misses: of each kind once, because a store full of them would fill the log
     * @param bool $checksum "lyo" gets a checksum, so that damaged data are a miss and never another value; not what is written as
     *        serialize() text
     *
     * @throws InvalidArgumentException if there is no such format
     */
    public function __construct(
        Codec|string $writer = 'native',
        ?ClassPolicy $classes = null,
        ?int $compressAbove = null,
        private readonly ?LoggerInterface $logger = null,
        bool $checksum = false,
    ) {
        $codec = $writer instanceof Codec ? $writer : match ($writer) {
            'native' => new NativeCodec(),
            'igbinary' => new IgbinaryCodec(),
            'lyo' => new LyoCodec($checksum ? new Options(checksum: true) : null),
            default => throw new InvalidArgumentException("\"$writer\" is not a format to write: native, igbinary, lyo"),
        };
        $this->serializer = new Serializer($codec, classes: $classes);
        $this->plainScalars = !$writer instanceof Codec;
        $this->compressAbove = function_exists('gzcompress') ? $compressAbove : null;
    }

    /**
     * @throws LyoException if the format cannot hold the value
     * @throws Throwable what serialize() throws for it, and what its hooks throw
     */
    public function pack(mixed $value): string
    {
        $plain = $this->plainScalars && (is_string($value) || is_int($value) || is_bool($value) || $value === null);
        $data = $plain ? serialize($value) : $this->serializer->encode($value);
        if ($this->compressAbove !== null && strlen($data) > $this->compressAbove) {
            $packed = gzcompress($data, 1);
            if ($packed !== false && strlen($packed) < strlen($data)) {
                return $packed;
            }
        }
        return $data;
    }

    /**
     * @param bool $requireClasses an allowed class that does not exist makes a miss, wherever in the value it is: for caches, which make it
     *        anew. Without it there is a __PHP_Incomplete_Class in its place, as from unserialize(), and the rest of the value is kept.
     *
     * @throws Miss for whatever keeps the value from being made: damaged or unknown data, refused classes, hooks that throw
     */
    public function unpack(string $data, bool $requireClasses = false): mixed
    {
        // The callback is asked by unserialize(), igbinary and lyo alike, and costs nothing while all classes exist; a policy with
        // orThrow() would have the text of every native value searched for classes first.
        $callback = $requireClasses ? ini_set('unserialize_callback_func', self::class . '::refuseMissingClass') : false;
        try {
            return $this->serializer->decode($data);
        } catch (Throwable $e) {
            $this->tell($e, strlen($data));
            throw new Miss("Stored data cannot be read: {$e->getMessage()}", 0, $e);
        } finally {
            if ($requireClasses) {
                ini_set('unserialize_callback_func', (string) $callback);
            }
        }
    }

    /** @internal */
    public static function refuseMissingClass(string $class): never
    {
        throw new DomainException("Class not found: $class");
    }

    private function tell(Throwable $reason, int $bytes): void
    {
        if ($this->logger !== null && !isset($this->told[$reason::class])) {
            $this->told[$reason::class] = true;
            $this->logger->warning('Stored data cannot be read and count as a miss: {reason}', [
                'reason' => $reason->getMessage(),
                'bytes' => $bytes,
                'exception' => $reason,
            ]);
        }
    }
}
