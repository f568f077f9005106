<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The signature does not fit, or there is none where one is required. The same class as the extension's, for where that is missing. */
final class SignatureException extends LyoException {}
