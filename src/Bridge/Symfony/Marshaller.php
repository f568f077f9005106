<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Symfony;

use DomainException;
use Exception;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Psr\Log\LoggerInterface;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use ValueError;

use function ini_set;

/** For every adapter of symfony/cache that takes a marshaller; in the place of DefaultMarshaller, with its ways. */
final class Marshaller implements MarshallerInterface
{
    private readonly Packer $packer;

    /**
     * @param Codec|string $writer "native", "igbinary", "lyo", or a codec; every one of them is read
     * @param ClassPolicy|null $classes null for all; then a class that does not exist makes a miss, as in DefaultMarshaller
     * @param int|null $compressAbove zlib for what is longer than so many bytes; null for never
     * @param bool $throwOnSerializationFailure instead of telling the adapter which values failed
     */
    public function __construct(
        Codec|string $writer = 'native',
        private readonly ?ClassPolicy $classes = null,
        ?int $compressAbove = null,
        ?LoggerInterface $logger = null,
        private readonly bool $throwOnSerializationFailure = false,
    ) {
        $this->packer = new Packer($writer, $classes, $compressAbove, $logger);
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
        if ($this->classes !== null) {
            return $this->packer->unpack($value);
        }
        // The callback is asked by unserialize(), igbinary and lyo alike, and costs nothing while all classes exist; the
        // policy "all()->orThrow()" would have the text of every native value searched for classes first.
        $callback = ini_set('unserialize_callback_func', self::class . '::refuseMissingClass');
        try {
            return $this->packer->unpack($value);
        } finally {
            ini_set('unserialize_callback_func', (string) $callback);
        }
    }

    /** @internal */
    public static function refuseMissingClass(string $class): never
    {
        throw new DomainException("Class not found: $class");
    }
}
