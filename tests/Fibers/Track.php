<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

/**
 * The state of one fiber: which serializer called the hook that is running, and the state of PHP's own serializer there. This is the model that the
 * modules are compared with: inside a hook of ours the state is the hook's own, whatever other fibers do.
 */
final class Track
{
    /** @var list<Caller> calls of serializers, the innermost last */
    public array $callers = [];
    /** @var list<Context> states of hooks of ours, the innermost last; what is outside of them all fibers share */
    public array $contexts = [];
    /** Locked hooks of PHP's serializer in the shared state: no switch of fibers then, which PHP itself does not bear. */
    public int $sharedLocks = 0;
    public int $depth = 0;

    public function context(): ?Context
    {
        return $this->contexts === [] ? null : $this->contexts[count($this->contexts) - 1];
    }
}
