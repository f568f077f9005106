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
use Lyo\Envelope\Configuration;
use Lyo\Envelope\Options;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Serializer;
use Psr\Log\LoggerInterface;
use SensitiveParameter;
use Throwable;

use function ini_set;
use function is_array;
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
    /** @var array<string, true> kinds of failures that the logger was told */
    private array $told = [];
    private readonly Serializer $serializer;
    private readonly LyoCodec $lyo;
    private readonly Options $envelope;
    private bool $compresses;

    /**
     * @param Codec|string $writer what pack() writes: "native", "igbinary", "lyo", or a codec. By name, strings, ints, booleans and
     *        null are written as serialize() text: they gain nothing, and what hosts on another setting share (versions of
     *        namespaces and tags, counters) stays readable for all of them. A codec gets every value.
     * @param ClassPolicy|null $classes null for all classes
     * @param int|null $compressAbove deprecated: "compress" and "min_size" in $envelope
     * @param LoggerInterface|null $logger is told of misses: of each kind once, because a store full of them would fill the log
     * @param Options|array<mixed>|null $envelope what stands around the values that are written as "lyo", and what is asked of those that are
     *        read. An array has the options by name, "checksum" is true where it does not say otherwise; null is an empty array. With
     *        "sign", all values are lyo, and nothing else is read.
     *
     * @throws InvalidArgumentException if there is no such format, or the options are wrong
     */
    public function __construct(
        private readonly Codec|string $writer = 'native',
        private readonly ?ClassPolicy $classes = null,
        ?int $compressAbove = null,
        private readonly ?LoggerInterface $logger = null,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ) {
        if ($compressAbove !== null) {
            $old = Settings::above('compressAbove', $compressAbove);
            $envelope = is_array($envelope) || $envelope === null ? ($envelope ?? []) + $old : $envelope;
        }
        $this->envelope = $envelope instanceof Options ? $envelope : Configuration::options($envelope ?? []);
        $this->lyo = new LyoCodec($this->envelope);
        $codec = $writer instanceof Codec ? $writer : match ($writer) {
            'native' => new NativeCodec(),
            'igbinary' => new IgbinaryCodec(),
            'lyo' => $this->lyo,
            default => throw new InvalidArgumentException("\"$writer\" is not a format to write: native, igbinary, lyo"),
        };
        $this->compresses = $this->envelope->compress !== null;
        if (!$codec instanceof LyoCodec && !$this->envelope->readsBare()) {
            throw new InvalidArgumentException("What is written as {$codec->name()} could not be read again: it has no checksum and no signature");
        }
        $this->serializer = new Serializer($codec, [new NativeCodec(), new IgbinaryCodec(), $this->lyo], $classes, limit: $this->envelope->maxUnpacked);
    }

    /** The same for values whose signature is bound to this as well, for example to the id of a session. */
    public function in(string $context): self
    {
        return $this->envelope->sign === null ? $this
            : new self($this->writer, $this->classes, null, $this->logger, $this->envelope->in($this->envelope->context . $context));
    }

    /**
     * @param bool $all "lyo" is for strings, ints, booleans and null, too: their checksum tells of damage then
     *
     * @throws LyoException if the format cannot hold the value
     * @throws Throwable what serialize() throws for it, and what its hooks throw
     */
    public function pack(mixed $value, bool $all = false): string
    {
        $scalar = is_string($value) || is_int($value) || is_bool($value) || $value === null;
        if ($this->writer !== 'lyo') {
            return $scalar && is_string($this->writer) ? serialize($value) : $this->serializer->encode($value);
        }
        if ($all || !$scalar || $this->envelope->sign !== null || $this->envelope->requireChecksum) {
            return $this->write($value);
        }
        $text = serialize($value);
        if ($this->compresses && is_string($value) && strlen($value) >= $this->envelope->minSize) {
            $data = $this->write($value);
            return strlen($data) < strlen($text) ? $data : $text;
        }
        return $text;
    }

    /**
     * @param bool $requireClasses an allowed class that does not exist makes a miss, wherever in the value it is: for caches, which make it
     *        anew. Without it there is a __PHP_Incomplete_Class in its place, as from unserialize(), and the rest of the value is kept.
     *
     * @throws Miss for whatever keeps the value from being made: damaged, unsigned or unknown data, refused classes, hooks that throw
     */
    public function unpack(string $data, bool $requireClasses = false): mixed
    {
        // The callback is asked by unserialize(), igbinary and lyo alike, and costs nothing while all classes exist; a policy with
        // orThrow() would have the text of every native value searched for classes first.
        $callback = $requireClasses ? ini_set('unserialize_callback_func', self::class . '::refuseMissingClass') : false;
        try {
            return $this->envelope->readsBare() ? $this->serializer->decode($data) : $this->lyo->decode($data, $this->classes ?? ClassPolicy::all());
        } catch (Throwable $e) {
            $this->tell('Stored data cannot be read and count as a miss: {reason}', $e, strlen($data));
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

    /**
     * A host that has lost the extension may lack the compression, too. It goes on without.
     *
     * @throws LyoException
     */
    private function write(mixed $value): string
    {
        $options = $this->envelope->forWriting();
        try {
            return lyo_serialize($value, $this->compresses ? $options : ['compress' => null] + $options);
        } catch (UnavailableException $e) { // thrown before a hook was called
            if (!$this->compresses) {
                throw $e;
            }
            $this->compresses = false;
            $this->tell('Values are stored uncompressed: {reason}', $e, 0);
            return $this->write($value);
        }
    }

    private function tell(string $what, Throwable $reason, int $bytes): void
    {
        if ($this->logger !== null && !isset($this->told[$reason::class])) {
            $this->told[$reason::class] = true;
            $this->logger->warning($what, ['reason' => $reason->getMessage(), 'bytes' => $bytes, 'exception' => $reason]);
        }
    }
}
