<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use DomainException;

/**
 * The stored data cannot be read. The previous exception says why. No message contains bytes of the data.
 *
 * A DomainException, because that is what Symfony's own marshaller throws there.
 */
final class Miss extends DomainException {}
