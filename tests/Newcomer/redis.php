<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/Newcomer/redis.php [begin]
//
// The application of the story of igbinary and phpredis: reads what it has written at any time before, and writes some more. Says nothing
// unless something is missing or another value.

declare(strict_types=1);

// With an old phpredis and igbinary.write_format = lyo each request warns, as the page says.
ini_set('display_errors', '0');
ini_set('log_errors', '0');

final class Cart
{
    /** @param array<string, mixed> $items */
    public function __construct(public int $number, public array $items = [], public ?Cart $before = null) {}
}

function cart(int $number): Cart
{
    $before = new Cart($number - 1, ['grüße' => [1, 2, 3]]);

    return new Cart($number, ['a' => $before, 'prices' => array_fill(0, 40, 19.9), 'text' => str_repeat('Lyo ', $number)], $before);
}

$redis = new Redis();
$redis->connect('127.0.0.1');
if (($argv[1] ?? '') === 'begin') {
    $redis->flushAll();
}
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
$count = $redis->rawCommand('GET', 'carts');
$count = is_numeric($count) ? (int) $count : 0;
for ($number = 1; $number <= $count; $number++) {
    $cart = $redis->get("cart:$number");
    if (!$cart instanceof Cart || serialize($cart) !== serialize(cart($number)) || $cart->before !== $cart->items['a']) {
        echo "cart $number of $count is another value: ", get_debug_type($cart), "\n";
        exit(1);
    }
}
for ($number = $count + 1; $number <= $count + 5; $number++) {
    $redis->set("cart:$number", cart($number));
}
$redis->rawCommand('SET', 'carts', (string) ($count + 5));
