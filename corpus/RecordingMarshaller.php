<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Corpus;

use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** The marshaller of symfony/cache, which also keeps what was written. */
final class RecordingMarshaller implements MarshallerInterface
{
    /** @var list<string> */
    private array $written = [];

    private readonly DefaultMarshaller $marshaller;

    public function __construct()
    {
        $this->marshaller = new DefaultMarshaller(false, true);
    }

    /** @return list<string> what serialize() gave, since the last call */
    public function written(): array
    {
        [$written, $this->written] = [$this->written, []];

        return $written;
    }

    /**
     * @param array<mixed> $values
     * @param ?array<mixed> $failed
     * @return array<mixed>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $texts = $this->marshaller->marshall($values, $failed);
        array_push($this->written, ...array_values(array_filter($texts, is_string(...))));

        return $texts;
    }

    public function unmarshall(string $value): mixed
    {
        return $this->marshaller->unmarshall($value);
    }
}
