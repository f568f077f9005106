<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Session\Store;
use Lyo\Bridge\Packer;
use SessionHandlerInterface;

/** Laravel's session, with attributes in any format that a Packer reads. */
final class SessionStore extends Store
{
    use PacksSession;

    public function __construct(string $name, SessionHandlerInterface $handler, Packer $packer)
    {
        $this->packer = $packer;
        parent::__construct($name, $handler);
    }
}
