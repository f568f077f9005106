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
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Format;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\NonSendableStampInterface;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

/**
 * Messages in lyo, as Base64 because not every transport takes bytes. It reads what PhpSerializer has written, and lets it write where the format is
 * native.
 */
class LyoSerializer implements SerializerInterface
{
    protected readonly SerializerInterface $native;

    /**
     * @param SerializerInterface|null $native the PhpSerializer that the commands for failed messages tell to accept messages whose class is missing
     */
    public function __construct(
        private readonly Packer $packer,
        ?SerializerInterface $native = null,
    ) {
        $this->native = $native ?? new PhpSerializer();
    }

    /**
     * @param array<mixed> $encodedEnvelope what the transport has stored
     */
    public function decode(array $encodedEnvelope): Envelope
    {
        $body = $encodedEnvelope['body'] ?? null;
        $body = \is_string($body) ? $body : '';
        $data = self::packed($body);
        if (null === $data) {
            if (!$this->packer->readsBare() && '' !== $body) {
                throw new MessageDecodingFailedException('Could not decode the envelope: it is not signed.');
            }

            return $this->native->decode(['body' => $body]);
        }
        try {
            $envelope = $this->packer->unpack($data, true);
        } catch (Miss $e) {
            if ($e->getPrevious() instanceof ClassNotAllowedException) {
                return $this->native->decode($this->asNative($data));
            }
            throw new MessageDecodingFailedException('Could not decode the envelope: '.$e->getMessage(), 0, $e);
        }
        if (!$envelope instanceof Envelope) {
            throw new MessageDecodingFailedException('Could not decode the envelope: it is another value.');
        }

        // They are not sent, so somebody else has put them there.
        return $envelope->withoutStampsOfType(NonSendableStampInterface::class);
    }

    public function encode(Envelope $envelope): array
    {
        if (Writes::Native === $this->packer->writes) {
            return $this->native->encode($envelope);
        }

        return ['body' => base64_encode($this->packer->pack($envelope->withoutStampsOfType(NonSendableStampInterface::class)))];
    }

    /**
     * The message as PhpSerializer writes it; no class is loaded.
     *
     * @return array{body: string}
     *
     * @throws MessageDecodingFailedException if the data cannot be read
     */
    protected function asNative(string $data): array
    {
        try {
            return ['body' => addslashes($this->packer->text($data))];
        } catch (Miss $e) {
            throw new MessageDecodingFailedException('Could not decode the envelope: '.$e->getMessage(), 0, $e);
        }
    }

    /**
     * Tells whether messages that are not signed are read.
     */
    protected function readsUnsigned(): bool
    {
        return $this->packer->readsBare();
    }

    /**
     * Returns the bytes of lyo or igbinary, in Base64 or as they are; null for everything else.
     */
    protected static function packed(string $body): ?string
    {
        foreach ([$body, base64_decode($body, true)] as $data) {
            if (\is_string($data) && \in_array(Format::detect($data), [Format::Lyo, Format::Igbinary1, Format::Igbinary2], true)) {
                return $data;
            }
        }

        return null;
    }
}
