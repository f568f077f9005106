<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Legacy;

/** The methods of Serializable: the text of all properties in one array. */
trait Text
{
    public function serialize(): string
    {
        return serialize(get_object_vars($this));
    }

    public function unserialize(string $data): void
    {
        foreach ((array) unserialize($data) as $name => $value) {
            $this->$name = $value;
        }
    }
}
