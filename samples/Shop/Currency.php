<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

enum Currency: string
{
    case Euro = 'EUR';
    case Pound = 'GBP';
    case Krona = 'SEK';
}
