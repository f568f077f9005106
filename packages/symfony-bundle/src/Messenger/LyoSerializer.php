<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Messenger;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;
use Lyo\Format;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\NonSendableStampInterface;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

/**
 * Messages in lyo, as Base64 because not every transport takes bytes. It reads what PhpSerializer has written, and lets it write where the format is
 * native.
 */
final class LyoSerializer implements SerializerInterface
{
    public function __construct(
        private readonly Packer $packer,
        private readonly SerializerInterface $native,
    ) {
    }

    /**
     * @param array<mixed> $encodedEnvelope what the transport has stored
     */
    public function decode(array $encodedEnvelope): Envelope
    {
        $body = $encodedEnvelope['body'] ?? null;
        if (!\is_string($body)) {
            throw new MessageDecodingFailedException('Could not decode the envelope: it has no "body".');
        }
        $data = $this->packed($body);
        if (null === $data) {
            if (!$this->packer->readsBare()) {
                throw new MessageDecodingFailedException('Could not decode the envelope: it is not signed.');
            }

            return $this->native->decode(['body' => $body]);
        }
        try {
            $envelope = $this->packer->unpack($data, true);
        } catch (Miss $e) {
            throw new MessageDecodingFailedException('Could not decode the envelope: '.$e->getMessage(), 0, $e);
        }

        return $envelope instanceof Envelope ? $envelope : throw new MessageDecodingFailedException('Could not decode the envelope: it is another value.');
    }

    public function encode(Envelope $envelope): array
    {
        if (Writes::Native === $this->packer->writes) {
            return $this->native->encode($envelope);
        }

        return ['body' => base64_encode($this->packer->pack($envelope->withoutStampsOfType(NonSendableStampInterface::class)))];
    }

    /**
     * Returns the bytes of lyo or igbinary, in Base64 or as they are; null for everything else.
     */
    private function packed(string $body): ?string
    {
        foreach ([$body, base64_decode($body, true)] as $data) {
            if (\is_string($data) && \in_array(Format::detect($data), [Format::Lyo, Format::Igbinary1, Format::Igbinary2], true)) {
                return $data;
            }
        }

        return null;
    }
}
