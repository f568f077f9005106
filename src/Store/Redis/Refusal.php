<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store\Redis;

use RuntimeException;

/** A server answers with an error. The message is what it says. */
final class Refusal extends RuntimeException {}
