<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The examples of docs/bridges/symfony.md and plain-php.md do what the pages say; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Format;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Symfony\CacheKernel;
use Lyo\Tests\Bridge\Values;
use Symfony\Component\Cache\Adapter\AdapterInterface;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('pages, ' . getenv('BRIDGE_PROJECT') . ', ' . getenv('BRIDGE_WITH'));
/** The first block of a page in this language. */
$block = static function (string $page, string $language): string {
    preg_match_all('/^```(\w*)\n(.*?)^```$/ms', (string) file_get_contents(__DIR__ . "/../../../docs/bridges/$page"), $blocks, PREG_SET_ORDER);
    foreach ($blocks as [, $its, $text]) {
        if ($its === $language) {
            return $text;
        }
    }
    throw new RuntimeException("$page has no block of $language");
};

if (extension_loaded('pdo_sqlite')) {
    $folder = Servers::folder('plain-php');
    mkdir("$folder/vendor");
    file_put_contents("$folder/vendor/autoload.php", '<?php');
    file_put_contents("$folder/example.php", $block('plain-php.md', 'php'));
    foreach (['made', 'found again'] as $round) {
        ob_start();
        require "$folder/example.php";
        $trial->check(ob_get_clean() === $block('plain-php.md', ''), "the example of plain-php.md prints something else when its values are $round");
    }
    $trial->say('the example of plain-php.md ran twice');
} else {
    $trial->say('plain-php.md SKIPPED, there is no pdo_sqlite');
}

$folder = Servers::folder('application');
// As printed, but each head has a format of its own, with one container for all of them.
$services = str_replace('$writer: auto', '$writer: \'%env(CACHE_FORMAT)%\'', $block('symfony.md', 'yaml'), $replaced);
$trial->check($replaced === 1, 'symfony.md: the block does not say auto');
file_put_contents("$folder/services.yaml", $services);
/** A web head with the service of the page. */
$head = static function (string $writer) use ($folder): AdapterInterface {
    $_ENV['CACHE_FORMAT'] = $_SERVER['CACHE_FORMAT'] = $writer;
    return (new CacheKernel($folder))->pool();
};
$save = static fn(AdapterInterface $pool, string $key, mixed $value): bool => $pool->save($pool->getItem($key)->set($value));
$application = new CacheKernel($folder, 'plain');
$plain = $application->pool();
$first = $head('default');

// Step 1 beside a plain head: the same bytes, and each reads what the other has written.
$formats = [];
$same = $read = 0;
foreach (Values::all() as $name => $value) {
    $bytes = [];
    foreach (['plain' => $plain, 'default' => $first] as $writer => $pool) {
        $trial->check($save($pool, 'value', $value), "symfony.md, step 1: $name is not stored");
        $bytes[] = $application->stored('value');
        $found = [serialize($plain->getItem('value')->get()), serialize($first->getItem('value')->get())];
        $trial->check($plain->getItem('value')->isHit() && $found[0] === $found[1], "symfony.md, step 1: $name by $writer is not the same for both heads");
        $read += 2;
    }
    $trial->check($bytes[0] === $bytes[1] && $bytes[0] !== '', "symfony.md, step 1: $name lies otherwise in the store");
    $same++;
    $formats[Format::detect($bytes[0])->value ?? 'none'] = true;
}
$expected = getenv('BRIDGE_PROJECT') === 'symfony-6' && extension_loaded('igbinary') ? Format::Igbinary2 : Format::Native;
$trial->check(array_keys($formats) === [$expected->value], 'symfony.md, step 1: not what Symfony writes, but ' . implode(', ', array_keys($formats)));
$trial->check($same >= 40, 'symfony.md: fewer values than planned');
$trial->say(sprintf('symfony.md as printed, step 1 beside a plain head: %d values, the same bytes (%s), %d reads', $same, $expected->value, $read));

$rows = array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i"], range(1, 10));
$formats = [];
$auto = extension_loaded('lyo') ? Format::Lyo : Format::Native; // by this process; the container may be another one's
foreach (['native' => Format::Native, 'lyo' => Format::Lyo, 'igbinary' => Format::Igbinary2, 'auto' => $auto] as $writer => $format) {
    $trial->check($save($head($writer), "rows-$writer", $rows), "rows-$writer is not stored");
    $trial->check(Format::detect($application->stored("rows-$writer")) === $format, "rows-$writer is stored in another format");
    $formats[$writer] = true;
    foreach (['default', ...array_keys($formats)] as $reader) {
        foreach (array_keys($formats) as $before) {
            $trial->check($head($reader)->getItem("rows-$before")->get() === $rows, "rows-$before is lost with $reader");
        }
    }
}
$trial->say(sprintf('the service of symfony.md wrote %s in an application', implode(', ', array_keys($formats))));
exit($trial->end());
