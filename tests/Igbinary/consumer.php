<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use ArrayObject;
use Closure;
use DomainException;
use Throwable;

// Run by consumer.sh with consumer.so and ours or another igbinary: what the three C symbols do. "theirs" leaves out what only ours does.

/** @var list<string> $argv */
$ours = ($argv[1] ?? '') !== 'theirs';
$checks = $failed = 0;
$check = static function (string $what, bool $holds) use (&$checks, &$failed): void {
    $checks++;
    if (!$holds) {
        $failed++;
        echo "FAILED: $what\n";
    }
};
$told = [];
set_error_handler(static function (int $level, string $message) use (&$told): bool {
    $told[] = $message;

    return true;
});
/** @return array{status: int, value: mixed} */
$unserialize = static fn(string $data): array => consumer_unserialize($data) ?: throw new DomainException('no memory');

$shared = (object) ['of' => 'two'];
$reference = 'one';
$values = [
    null, true, false, 0, -1, 1 << 40, 1.5, '', 'text', str_repeat('x', 70_000), [], [1, 2, 3], range(1, 300), ['a' => 1, 'b' => [2, 'a']], [$shared, $shared],
    ['r' => &$reference, 's' => &$reference], new ArrayObject([1, 2]), array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i"], range(1, 50)),
];
foreach ($values as $i => $value) {
    $bytes = igbinary_serialize($value);
    foreach (['request', 'ex', 'own'] as $memory) {
        $result = consumer_serialize($value, $memory);
        $check("value $i, memory $memory", $result['status'] === 0 && $result['bytes'] === $bytes && $result['header'] === true);
        $check("a NUL behind value $i, memory $memory", $result['NUL behind'] === true);
    }
    $check("one allocation for value $i", [$result['allocations'] ?? 0, $result['other calls'] ?? 1, $result['size and one'] ?? null, $result['in its memory'] ?? null] === [1, 0, true, true]);
    $result = $unserialize((string) $bytes);
    $check("value $i back", $result['status'] === 0 && Portrait::of($result['value']) === Portrait::of($value));
}

/** @return ?class-string<Throwable> */
$thrown = static function (Closure $step): ?string {
    try {
        $step();
    } catch (Throwable $e) {
        return $e::class;
    }

    return null;
};

final class Failing
{
    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        throw new DomainException('from a hook');
    }

    /** @param array<string, mixed> $data */
    public function __unserialize(array $data): void
    {
        throw new DomainException('from a hook');
    }
}

$check('a hook may throw while writing', $thrown(static fn() => consumer_serialize([1, new Failing()])) === DomainException::class);
$check('a hook may throw while reading', $thrown(static fn() => $unserialize("\0\0\0\2\x17" . chr(strlen(Failing::class)) . Failing::class . "\x14\0")) === DomainException::class);
$check('a closure is refused', $thrown(static fn() => consumer_serialize([static fn() => 1])) !== null);
foreach (["\0\0\0\2", "\0\0\0\2\x14\1", "\0\0\0\2\x28", "\0\0\0\7\0", 'a:0:{}', "\0\0\0\2\0\0"] as $bad) {
    $before = count($told);
    $result = $unserialize($bad);
    $check('refused: ' . bin2hex($bad), $result['status'] === 1 && count($told) === $before + 1);
    $check('nothing given: ' . bin2hex($bad), !$ours || $result['value'] === null);
}
if ($ours) { // igbinary passes NULL on
    $result = consumer_serialize([1, 2], 'none');
    $check('a manager without memory', $result['status'] === 1 && $result['nothing given'] === true && $result['allocations'] === 1);

    ini_set('igbinary.write_format', 'lyo');
    foreach ($values as $i => $value) {
        foreach (['request', 'ex', 'own'] as $memory) {
            $bytes = consumer_serialize($value, $memory)['bytes'] ?? '';
            $check("value $i as lyo, memory $memory", is_string($bytes) && str_starts_with($bytes, "\0\0\0\4\xc1") && $bytes === igbinary_serialize($value));
            $result = $unserialize(is_string($bytes) ? $bytes : '');
            $check("value $i back from lyo", $result['status'] === 0 && serialize($result['value']) === serialize($value));
        }
    }
    ini_set('igbinary.write_format', 'v2');
    ini_set('igbinary.read_native', '1');
    foreach ($values as $i => $value) {
        $result = $unserialize(serialize($value));
        $check("value $i back from serialize()", $result['status'] === 0 && serialize($result['value']) === serialize($value));
    }
    ini_set('igbinary.allowed_classes', 'stdClass');
    $result = $unserialize((string) igbinary_serialize([new ArrayObject(), $shared]));
    $check('allowed_classes holds for other extensions', is_array($result['value']) && array_map(get_debug_type(...), $result['value']) === ['__PHP_Incomplete_Class', 'stdClass']);
}
echo $failed === 0 ? "$checks checks\n" : "$failed of $checks checks FAILED\n";
exit($failed === 0 && $checks > 100 ? 0 : 1);
