<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\ClassPolicy;
use Lyo\Exception\LyoException;
use Lyo\Serializer;

use function is_numeric;
use function preg_match;

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
            if (preg_match('/^(?:[id]:[^;]+|s:\d+:"[^"]+");$/D', $data) === 1) {
                $number = (new Serializer(readers: [], classes: ClassPolicy::none()))->decode($data);
                if (is_numeric($number)) {
                    return $number; // as Laravel writes them, and without a signature
                }
            }
            return $this->packer()->unpack($data, requireClasses: true);
        } catch (Miss|LyoException) {
            return null;
        }
    }
}
