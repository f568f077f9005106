<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Models;

use Illuminate\Database\Eloquent\Model;

final class Tag extends Model
{
    public $timestamps = false;

    protected $guarded = [];
}
