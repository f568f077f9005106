<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The examples of docs/bridges/symfony.md and plain-php.md do what the pages say; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Format;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Symfony\Application;
use Lyo\Tests\Bridge\Trial;

require __DIR__ . '/../load.php';

$trial = new Trial('pages, ' . getenv('BRIDGE_PROJECT') . ', ' . getenv('BRIDGE_WITH'));
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
file_put_contents("$folder/services.yaml", $block('symfony.md', 'yaml'));
$rows = array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i"], range(1, 10));
$formats = [];
foreach (['native' => Format::Native, 'lyo' => Format::Lyo, 'igbinary' => Format::Igbinary2] as $writer => $format) {
    $_ENV['CACHE_FORMAT'] = $_SERVER['CACHE_FORMAT'] = $writer;
    $application = new Application($folder);
    $key = "rows-$writer";
    $trial->check($application->pool()->get($key, static fn(): array => $rows) === $rows, "$key is not stored");
    $stored = $application->stored($key);
    $trial->check(Format::detect($stored) === $format, "$key is stored in another format");
    foreach (array_keys($formats) as $before) {
        $trial->check($application->pool()->get("rows-$before", static fn(): array => []) === $rows, "rows-$before is lost with $writer");
    }
    $formats[$writer] = true;
}
$trial->say(sprintf('the service of symfony.md wrote %s in an application', implode(', ', array_keys($formats))));
exit($trial->end());
