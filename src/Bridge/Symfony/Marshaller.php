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

/** For every adapter of symfony/cache that takes a marshaller; in the place of DefaultMarshaller, with its ways. */
final class Marshaller implements MarshallerInterface
{
    private readonly Packer $packer;

    /**
     * @param Codec|string $writer "native", "igbinary", "lyo", or a codec; or "auto" for what DefaultMarshaller writes here. Every one of them is read
     * @param ClassPolicy|null $classes null for all. One that is allowed and does not exist makes a miss, as in DefaultMarshaller
     * @param int|null $compressAbove deprecated: "compress" and "min_size" in $envelope
     * @param bool $throwOnSerializationFailure instead of telling the adapter which values failed
     * @param Options|array<mixed>|null $envelope around what is written as "lyo": checksum (true unless told otherwise), compression, signature; as an
     *        array by the names of docs/envelope.md
     */
    public function __construct(
        Codec|string $writer = 'native',
        ?ClassPolicy $classes = null,
        ?int $compressAbove = null,
        ?LoggerInterface $logger = null,
        private readonly bool $throwOnSerializationFailure = false,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ) {
        $this->packer = new Packer($writer === 'auto' ? self::symfonys() : $writer, $classes, $compressAbove, $logger, $envelope);
    }

    /**
     * An Error out of a hook is a fault of the program and goes through, as in DefaultMarshaller.
     *
     * @param array<mixed> $values
     * @param array<mixed>|null $failed
     * @param-out list<int|string> $failed the keys of values that cannot be written
     *
     * @return array<string> for the keys of all others
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

    /** @throws Miss which adapters turn into a miss */
    public function unmarshall(string $value): mixed
    {
        return $this->packer->unpack($value, requireClasses: true);
    }

    /** Before version 7.2 of symfony/cache that is igbinary, also for strings and ints, if the extension is loaded; it reads, too, as it does there. */
    private static function symfonys(): Codec
    {
        $written = (new DefaultMarshaller())->marshall([[]], $failed)[0] ?? null;
        return is_string($written) && Format::detect($written) === Format::Igbinary2 ? new IgbinaryCodec(true) : new NativeCodec();
    }
}
