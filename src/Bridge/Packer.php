<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Envelope\Options;
use Lyo\Escape;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Functions\Configuration;
use Lyo\Serializer;
use Lyo\Translator;
use Psr\Log\LoggerInterface;
use ReflectionClass;
use SensitiveParameter;
use Throwable;

use function ini_get;
use function is_scalar;
use function is_string;
use function serialize;
use function str_contains;
use function str_starts_with;
use function strlen;
use function unserialize;

/**
 * Packs and unpacks values for all bridges. It writes the chosen format, reads native, igbinary and lyo, each also compressed with zlib or
 * gzip (and zstd, where the extension has it), and throws a Miss for everything that cannot be read.
 */
final class Packer
{
    /** @var array<string, true> classes of exceptions that have been logged */
    private array $told = [];
    /** What writes; null for serialize(), and for lyo until it is needed. */
    private readonly ?Codec $codec;
    private ?LyoCodec $lyo = null;
    private ?NativeCodec $native = null;
    /** What reads in a process without the extension, when it was needed. */
    private ?Serializer $serializer = null;
    private readonly Options $envelope;
    private readonly ClassPolicy $classes;
    /** The policy for values whose classes are required, when it was needed. */
    private ?ClassPolicy $required = null;
    /** What this process writes: never Auto; null for a codec. */
    public readonly ?Writes $writes;
    /** Whether the extension reads all formats by itself; null until this was needed. */
    private ?bool $byExtension = null;

    /**
     * @param Codec|Writes|string $writer what pack() writes: "auto" (lyo if the extension is loaded, otherwise native; every host that shares the
     *        store must read lyo, or miss it), "native", "igbinary", "lyo", or a codec. With a name, strings, numbers, booleans and null are
     *        written as serialize() text: another format would not make them smaller, and hosts with other settings can still read what they
     *        share (versions of namespaces and tags, counters). A codec gets every value.
     * @param ClassPolicy|null $classes classes that may be instantiated; null for all classes
     * @param LoggerInterface|null $logger gets a warning for data that cannot be read, once for each kind of failure, so that many misses do not
     *        fill the log
     * @param Options|array<mixed>|null $envelope the envelope of values that are written as "lyo", and what is required of values that are read.
     *        An array has the options by name; "checksum" is true if it is not set. Null is an empty array. With "sign", all values are written
     *        as lyo, and only signed values are read.
     *
     * @throws InvalidArgumentException if there is no such format, or if the options are wrong
     */
    public function __construct(
        private readonly Codec|Writes|string $writer = 'native',
        ?ClassPolicy $classes = null,
        private readonly ?LoggerInterface $logger = null,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ) {
        $this->envelope = $envelope instanceof Options ? $envelope : ($envelope === null ? new Options(checksum: true) : Configuration::options($envelope));
        $this->classes = $classes ?? ClassPolicy::all();
        $this->writes = $writer instanceof Codec ? null : ($writer instanceof Writes ? $writer : Writes::setting($writer))->here(true, $this->envelope->seals());
        $this->codec = $writer instanceof Codec ? $writer : ($this->writes === Writes::Igbinary ? new IgbinaryCodec() : null);
        if ($this->writes === Writes::Lyo && $this->envelope->compress !== null) {
            self::checkCompression($this->lyo());
        }
        if (!$this->envelope->readsBare() && $this->writes !== Writes::Lyo && !$this->codec instanceof LyoCodec) {
            throw new InvalidArgumentException('What is written as ' . ($this->codec?->name() ?? 'native') . ' could not be read again: it has no checksum and no signature');
        }
    }

    /** Returns a packer that also binds signatures to $context, for example to the id of a session. */
    public function in(string $context): self
    {
        return $this->envelope->sign === null ? $this
            : new self($this->writer, $this->classes, $this->logger, $this->envelope->within($context));
    }

    /** Tells whether data that have neither a checksum nor a signature are read now, as data of the framework itself are. */
    public function readsBare(): bool
    {
        return $this->envelope->readsBare();
    }

    /** Tells whether only data with a checksum or a signature are read, now or from the time on that "unsigned_until" names. */
    public function seals(): bool
    {
        return $this->envelope->seals();
    }

    /**
     * Writes a value.
     *
     * @param bool $all if the format is "lyo", also write strings, numbers, booleans and null as lyo, so that a checksum protects them
     *
     * @throws LyoException if the format cannot hold the value
     * @throws Throwable if serialize() would throw for the value, or if one of its hooks throws
     */
    public function pack(mixed $value, bool $all = false): string
    {
        $scalar = is_scalar($value) || $value === null;
        if ($this->writes === Writes::Native || $scalar && $this->writes === Writes::Igbinary) {
            return serialize($value);
        }
        if ($this->writes !== Writes::Lyo || $all || !$scalar || $this->seals()) {
            return ($this->codec ?? $this->lyo())->encode($value);
        }
        $text = serialize($value);
        if ($this->envelope->compress !== null && is_string($value) && strlen($value) >= $this->envelope->minSize) {
            $data = $this->lyo()->encode($value);
            return strlen($data) < strlen($text) ? $data : $text;
        }
        return $text;
    }

    /**
     * Reads a value. The text of serialize() is read by unserialize() itself, so that hooks and the application's error handler see what they see
     * without Lyo.
     *
     * @param bool $requireClasses throw a Miss if an allowed class does not exist, anywhere in the value. This is for caches, which can make the
     *        value again. If false, such an object becomes a __PHP_Incomplete_Class, as with unserialize(), and the rest of the value is kept.
     *
     * @throws Miss if the value cannot be read: the data are damaged, unsigned or unknown, a class is refused, or a hook throws
     */
    public function unpack(string $data, bool $requireClasses = false): mixed
    {
        try {
            $classes = $requireClasses ? $this->required ??= $this->classes->orThrowMissing() : $this->classes;
            if (!$this->envelope->readsBare()) {
                return $this->lyo()->decode($data, $classes);
            }
            if ($this->writes === null || !self::isText($data)) {
                return $this->read($data, $classes);
            }
            if (!$this->classes->allowsAll()) {
                return ($this->native ??= new NativeCodec())->decode($data, $classes);
            }
            // As NativeCodec does it: this is what a store is full of before anything was written as lyo.
            $value = $requireClasses ? $classes->reading(static fn(): mixed => unserialize($data), $data) : unserialize($data);
            $value === false && NativeCodec::check($data);
            return $value;
        } catch (Throwable $e) {
            $this->tell('Stored data cannot be read and count as a miss: {reason}', $e, strlen($data));
            throw new Miss('Stored data cannot be read: ' . Escape::text($e->getMessage()), 0, $e);
        }
    }

    /**
     * Returns the text of serialize() for the value of data. No class is loaded and no hook is called.
     *
     * @throws Miss if the data are damaged, unsigned or unknown
     */
    public function text(string $data): string
    {
        try {
            return Translator::translate($this->lyo()->open($data), Format::Native);
        } catch (LyoException $e) {
            $this->tell('Stored data cannot be read and count as a miss: {reason}', $e, strlen($data));
            throw new Miss('Stored data cannot be read: ' . Escape::text($e->getMessage()), 0, $e);
        }
    }

    /** @throws LyoException if the value cannot be read */
    private function read(string $data, ClassPolicy $classes): mixed
    {
        if ($this->byExtension ??= $this->writes !== null && self::readsAll()) {
            try {
                return $this->lyo()->decodeAny($data, $classes);
            } catch (UnavailableException) { // the library may have the compression
            }
        }
        $this->serializer ??= new Serializer($this->codec ?? ($this->writes === Writes::Lyo ? $this->lyo() : new NativeCodec()), [new NativeCodec(), new IgbinaryCodec(), $this->lyo()], $classes, limit: $this->envelope->maxUnpacked);
        return $this->serializer->decode($data, $classes);
    }

    /** @internal tells whether data are the text of serialize(): nothing else that is written or read here begins with a letter and a colon */
    public static function isText(string $data): bool
    {
        return ($data[1] ?? '') === ':' ? str_contains('bidsSaOCE', $data[0]) : str_starts_with($data, 'N;');
    }

    private function lyo(): LyoCodec
    {
        return $this->lyo ??= new LyoCodec($this->envelope);
    }

    /** Tells whether the extension is loaded and has the option "formats". An older one does not have its exception. */
    private static function readsAll(): bool
    {
        return ini_get('lyo.max_depth') !== false && (new ReflectionClass(UnknownFormatException::class))->isInternal();
    }

    /** @throws InvalidArgumentException if this host lacks the compression: it would only be noticed when the first value is written */
    private static function checkCompression(LyoCodec $codec): void
    {
        try {
            $codec->encode(null);
        } catch (UnavailableException $e) {
            throw new InvalidArgumentException("This host cannot keep the option \"compress\": {$e->getMessage()}", 0, $e);
        }
    }

    /** Logs a warning, unless one was logged for an exception of this class before. */
    private function tell(string $what, Throwable $reason, int $bytes): void
    {
        if ($this->logger !== null && !isset($this->told[$reason::class])) {
            $this->told[$reason::class] = true;
            $this->logger->warning($what, ['reason' => Escape::text($reason->getMessage()), 'bytes' => $bytes, 'exception' => $reason]);
        }
    }
}
