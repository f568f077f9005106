<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use RuntimeException;

/** Thrown if a server answers with an error. The message is that of the server. */
final class Refusal extends RuntimeException {}
