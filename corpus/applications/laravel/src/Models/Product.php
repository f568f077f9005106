<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Models;

use Illuminate\Database\Eloquent\Model;

final class Product extends Model
{
    protected $guarded = [];

    protected $appends = ['in_stock'];

    protected function casts(): array
    {
        return ['price' => 'decimal:2', 'attributes_json' => 'object', 'released_on' => 'date', 'weight' => 'float'];
    }

    public function getInStockAttribute(): bool
    {
        return $this->stock > 0;
    }
}
