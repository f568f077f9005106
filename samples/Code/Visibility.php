<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

enum Visibility
{
    case Public;
    case Protected;
    case Private;
}
