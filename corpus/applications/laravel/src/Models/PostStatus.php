<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Models;

enum PostStatus: string
{
    case Draft = 'draft';
    case Review = 'review';
    case Published = 'published';
}
