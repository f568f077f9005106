<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use DomainException;

/**
 * What lies in the store cannot be read, so there is nothing. The previous exception says why; no message holds bytes of the data.
 *
 * A DomainException, because that is what Symfony's own marshaller throws there.
 */
final class Miss extends DomainException {}
