<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Symfony;

use Exception;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Envelope\Options;
use Lyo\Format;
use Psr\Log\LoggerInterface;
use SensitiveParameter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use ValueError;

use function is_string;

/** A marshaller for all adapters of symfony/cache that take one. It replaces DefaultMarshaller and behaves in the same way. */
final class Marshaller implements MarshallerInterface
{
    private readonly Packer $packer;

    /**
     * @param Codec|string $writer the format to write: "auto" (lyo if the extension is loaded, otherwise native), "native", "igbinary", "lyo", or a
     *        codec; "default" for what DefaultMarshaller writes on this host. All of these formats are read. A host with plain symfony/cache has
     *        a miss for lyo.
     * @param ClassPolicy|null $classes classes that may be instantiated; null for all. If one of them does not exist, it is a miss, as in
     *        DefaultMarshaller.
     * @param bool $throwOnSerializationFailure throw an exception if a value cannot be written, rather than report its key to the adapter
     * @param Options|array<mixed>|null $envelope the envelope of values that are written as "lyo": checksum (true if not set), compression,
     *        signature. An array has the options by their names in docs/envelope.md.
     */
    public function __construct(
        Codec|string $writer = 'native',
        ?ClassPolicy $classes = null,
        ?LoggerInterface $logger = null,
        private readonly bool $throwOnSerializationFailure = false,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ) {
        $this->packer = new Packer($writer === 'default' ? self::symfonys() : $writer, $classes, $logger, $envelope);
    }

    /**
     * Writes values. If a hook throws an Error, this is a fault of the program and is not caught, as in DefaultMarshaller.
     *
     * @param array<mixed> $values
     * @param array<mixed>|null $failed
     * @param-out list<int|string> $failed the keys of values that cannot be written
     *
     * @return array<string> the bytes of all other values, by key
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $packed = $failed = [];
        foreach ($values as $id => $value) {
            try {
                $packed[$id] = $this->packer->pack($value);
            } catch (Exception $e) {
                if ($this->throwOnSerializationFailure) {
                    throw new ValueError($e->getMessage(), 0, $e);
                }
                $failed[] = $id;
            }
        }
        return $packed;
    }

    /** @throws Miss if the value cannot be read; adapters treat this as a miss */
    public function unmarshall(string $value): mixed
    {
        return $this->packer->unpack($value, requireClasses: true);
    }

    /**
     * Returns a codec for what DefaultMarshaller writes on this host. With symfony/cache before 7.2 this is igbinary if the extension is loaded, also
     * for strings and ints.
     */
    private static function symfonys(): Codec
    {
        $written = (new DefaultMarshaller())->marshall([[]], $failed)[0] ?? null;
        return is_string($written) && Format::detect($written) === Format::Igbinary2 ? new IgbinaryCodec(true) : new NativeCodec();
    }
}
