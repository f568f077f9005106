<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Session;

use Illuminate\Session\EncryptedStore as LaravelStore;
use Lyo\Laravel\Adopts;

/**
 * Laravel's encrypted session. Its attributes can be in any format that a Packer reads.
 *
 * @internal
 */
class EncryptedSessionStore extends LaravelStore
{
    use Adopts;
    use PacksSession;
}
