<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The signature is wrong or missing, or its key is not known. If the extension is loaded, it defines this class. */
final class SignatureException extends LyoException {}
