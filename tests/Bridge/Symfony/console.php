<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// bin/lyo with the symfony/console of the project, which must not keep an application from the version that it wants; started by
// tests/Bridge/run.php.

declare(strict_types=1);

use Composer\InstalledVersions;
use Lyo\Codec\LyoCodec;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;

require __DIR__ . '/../load.php';

$version = ltrim((string) InstalledVersions::getPrettyVersion('symfony/console'), 'v');
$trial = new BridgeChecks("bin/lyo, symfony/console $version, " . getenv('BRIDGE_WITH'));
$major = explode('.', $version)[0];
$trial->check(preg_match("/\"symfony\\/console\": \"[^\"]*\\^$major\\./", (string) file_get_contents(__DIR__ . '/../../../cli/composer.json')) === 1, "cli/composer.json does not take $version");

// Its place below vendor/ of an application.
$folder = Servers::folder('console');
mkdir("$folder/vendor/lyo/cli/bin", recursive: true);
copy(__DIR__ . '/../../../cli/bin/lyo', "$folder/vendor/lyo/cli/bin/lyo");
file_put_contents("$folder/vendor/autoload.php", '<?php require ' . var_export(dirname(__DIR__) . '/load.php', true) . ';');
file_put_contents("$folder/value", (new LyoCodec())->encode(['name' => 'Anna', 'ids' => [1, 2, 3]]));
$run = static function (string ...$arguments) use ($folder): array {
    $command = [PHP_BINARY, '-n', ...array_merge(...array_map(static fn(string $module): array => ['-d', "extension=$module"], array_filter(['ctype', 'mbstring', 'tokenizer'], static fn(string $module): bool => is_file(ini_get('extension_dir') . "/$module.so")))), "$folder/vendor/lyo/cli/bin/lyo", ...$arguments];
    exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines, $status);
    return [$status, implode("\n", $lines)];
};
foreach ([['list'], ['dump', "$folder/value"], ['translate', '--to=native', "$folder/value"]] as $arguments) {
    [$status, $output] = $run(...$arguments);
    $trial->check($status === 0 && preg_match('/translate|Anna/', $output) === 1, "$arguments[0] ends with $status: $output");
}
$trial->say('list, dump and translate');
exit($trial->end());
