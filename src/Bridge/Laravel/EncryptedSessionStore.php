<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Session\EncryptedStore;

/**
 * Laravel's encrypted session. Its attributes can be in any format that a Packer reads.
 *
 * @internal
 */
class EncryptedSessionStore extends EncryptedStore
{
    use PacksSession;
}
