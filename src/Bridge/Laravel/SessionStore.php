<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Session\Store;

/**
 * Laravel's session. Its attributes can be in any format that a Packer reads.
 *
 * @internal
 */
class SessionStore extends Store
{
    use PacksSession;
}
