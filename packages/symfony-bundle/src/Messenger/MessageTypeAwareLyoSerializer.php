<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Messenger;

use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Transport\Serialization\MessageTypeAwareSerializerInterface;

/**
 * For Symfony 7.4 and newer: SigningSerializer asks for the class of a message before it lets the message be decoded.
 */
final class MessageTypeAwareLyoSerializer extends LyoSerializer implements MessageTypeAwareSerializerInterface
{
    public function getMessageType(array $encodedEnvelope): ?string
    {
        $data = self::packed($encodedEnvelope['body']);
        if (!$this->native instanceof MessageTypeAwareSerializerInterface || null === $data && !$this->readsUnsigned()) {
            return null;
        }
        try {
            return $this->native->getMessageType(null === $data ? $encodedEnvelope : $this->asNative($data));
        } catch (MessageDecodingFailedException) {
            return null;
        }
    }
}
