<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** Values of the corpus that have a mean of their own. */
enum Group: string
{
    case All = 'all values';

    /** serialize() calls no PHP code for them: no `__sleep()`, `__serialize()` or `Serializable::serialize()` of a class of the application. */
    case WithoutHooks = 'without hooks of PHP code';

    case WithHooks = 'with hooks of PHP code';

    /** More of their elements are properties of objects than elements of arrays. */
    case MostlyObjects = 'mostly objects';

    public function has(Measurement $value): bool
    {
        return match ($this) {
            self::All => true,
            self::WithoutHooks => $value->counted('hooks') === 0,
            self::WithHooks => $value->counted('hooks') > 0,
            self::MostlyObjects => $value->counted('object_cells') > $value->counted('array_cells'),
        };
    }

    /**
     * @param list<Measurement> $values
     * @return list<Measurement>
     */
    public function of(array $values): array
    {
        return array_values(array_filter($values, $this->has(...)));
    }
}
