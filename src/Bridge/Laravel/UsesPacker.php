<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;

/**
 * What the stores have in common. They are made as Laravel's are; without setPacker() they write as these do, and read every format.
 *
 * @internal
 */
trait UsesPacker
{
    private ?Packer $packer = null;

    public function setPacker(Packer $packer): static
    {
        $this->packer = $packer;
        return $this;
    }

    private function packer(): Packer
    {
        return $this->packer ??= Settings::packer(['classes' => $this->serializableClasses]);
    }

    private function unpack(string $data): mixed
    {
        try {
            return $this->packer()->unpack($data, requireClasses: true);
        } catch (Miss) {
            return null;
        }
    }
}
