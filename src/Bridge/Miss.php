<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use DomainException;

/**
 * Thrown if stored data cannot be read. The previous exception says why. No message contains bytes of the data.
 *
 * It is a DomainException, because Symfony's own marshaller throws one in this case.
 */
final class Miss extends DomainException {}
