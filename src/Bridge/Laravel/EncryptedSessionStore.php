<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Contracts\Encryption\Encrypter;
use Illuminate\Session\EncryptedStore;
use Lyo\Bridge\Packer;
use SessionHandlerInterface;

/** Laravel's encrypted session, with attributes in any format that a Packer reads. */
final class EncryptedSessionStore extends EncryptedStore
{
    use PacksSession;

    public function __construct(string $name, SessionHandlerInterface $handler, Encrypter $encrypter, Packer $packer)
    {
        $this->packer = $packer;
        parent::__construct($name, $handler, $encrypter);
    }
}
