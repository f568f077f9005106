<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the tests of frameworks with their own classes, with ours, and with their own and lyo.unserialize_reads, if their archives are available.
//
//   BUILD=build php -n [-d extension=...] tests/Apps/run.php [symfony] [laravel]

declare(strict_types=1);

use Lyo\Tests\Apps\Differences;
use Lyo\Tests\Apps\Suite;

require __DIR__ . '/../Bridge/load.php';

$build = (string) realpath(getenv('BUILD') ?: 'build');
$archives = getenv('LYO_APPS') ?: dirname(__DIR__, 3) . '/shared/apps';
$temporary = sys_get_temp_dir() . '/lyo-apps-' . getmypid();
/** The folder with the unpacked archives, or null after printing the reason. */
$unpack = static function (string $name, string ...$files) use ($archives, $temporary, $build): ?string {
    foreach ([...array_map(static fn(string $file): string => "$archives/$file", $files), "$build/apps/$name/vendor/autoload.php"] as $needed) {
        if (!is_file($needed)) {
            echo "$name: its own tests are SKIPPED, there is no $needed (LYO_APPS names the folder of the archives; make test-apps installs the rest)\n";
            return null;
        }
    }
    mkdir("$temporary/$name", 0700, true);
    foreach ($files as $file) {
        exec('tar -xzf ' . escapeshellarg("$archives/$file") . ' -C ' . escapeshellarg("$temporary/$name"), $lines, $status);
        $status === 0 || throw new RuntimeException("$file cannot be unpacked");
    }
    return "$temporary/$name";
};
$variants = [
    'as it comes' => [],
    'native' => ['APPS_WRITER' => 'native', 'APPS_MODULE' => "$build/lyo.so"],
    'lyo' => ['APPS_WRITER' => 'lyo', 'APPS_MODULE' => "$build/lyo.so"],
    'lyo, library' => ['APPS_WRITER' => 'lyo'],
    'unserialize_reads' => ['APPS_READS' => 'lyo igbinary envelopes', 'APPS_MODULE' => "$build/lyo.so"],
];
$wanted = array_slice($argv, 1) ?: ['symfony', 'laravel'];
$passed = [];

if (in_array('laravel', $wanted, true) && ($folder = $unpack('laravel', 'laravel-tests.tar.gz')) !== null) {
    $files = array_values(array_filter([...glob("$folder/tests/Cache/*Test.php") ?: [], ...glob("$folder/tests/Session/*Test.php") ?: []], static fn(string $file): bool => preg_match('/File|Redis|Database|Session|Manager|Repository|Tagged/', basename($file)) === 1));
    $names = ['Illuminate\\Cache\\FileStore', 'Illuminate\\Cache\\DatabaseStore', 'Illuminate\\Cache\\RedisStore', 'Illuminate\\Session\\Store', 'Illuminate\\Session\\EncryptedStore'];
    $ours = [];
    $copy = static function (string $file, string $variant) use ($names, &$ours): string {
        if (in_array($variant, ['as it comes', 'unserialize_reads'], true)) {
            return $file;
        }
        $changed = (string) file_get_contents($file);
        foreach ($names as $name) {
            $changed = str_replace("\nuse $name;", "\n" . 'use Lyo\Tests\Apps\Laravel' . strrchr($name, '\\') . ';', $changed, $count);
            $count === 0 || $ours[basename($file)] = true;
        }
        $place = dirname($file) . '/ours-' . md5($variant);
        is_dir($place) || mkdir($place);
        file_put_contents("$place/" . basename($file), $changed);
        return "$place/" . basename($file);
    };
    $passed[] = (new Suite('laravel/framework', $folder, "$build/apps/laravel", $files, Differences::LARAVEL, ['--no-configuration']))->run($variants, $copy);
    echo 'laravel/framework: our classes stand in ', count($ours), " files\n";
    $passed[] = count($ours) >= 7;
}
if (in_array('symfony', $wanted, true) && ($folder = $unpack('symfony', 'symfony-cache-7.1.5-tests.tar.gz', 'psr-cache-integration-tests.tar.gz')) !== null) {
    $configuration = <<<'XML'
        <?xml version="1.0"?>
        <phpunit><extensions><bootstrap class="Symfony\Bridge\PhpUnit\SymfonyExtension">
            <parameter name="clock-mock-namespaces" value="Cache\IntegrationTests,Symfony\Component\Cache,Symfony\Component\Cache\Tests\Fixtures,Symfony\Component\Cache\Tests\Traits,Symfony\Component\Cache\Traits"/>
        </bootstrap></extensions></phpunit>
        XML;
    file_put_contents("$folder/tests.xml", $configuration);
    $files = [...glob("$folder/Tests/*Test.php") ?: [], ...glob("$folder/Tests/*/*Test.php") ?: []];
    $passed[] = (new Suite('symfony/cache', $folder, "$build/apps/symfony", $files, Differences::SYMFONY, ['--configuration', "$folder/tests.xml"]))->run($variants, static fn(string $file): string => $file);
}
exec('rm -rf ' . escapeshellarg($temporary));
exit(in_array(false, $passed, true) ? 1 : 0);
