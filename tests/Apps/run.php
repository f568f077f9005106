<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the tests of frameworks with their own classes, with ours, and with their own and lyo.unserialize_reads, if their archives are available.
//
//   BUILD=build php -n [-d extension=...] tests/Apps/run.php [symfony|symfony-6|Cache|HttpFoundation|Messenger|laravel]...

declare(strict_types=1);

use Lyo\Tests\Apps\Differences;
use Lyo\Tests\Apps\Suite;

require __DIR__ . '/../Bridge/load.php';

$build = (string) realpath(getenv('BUILD') ?: 'build');
$archives = getenv('LYO_APPS') ?: dirname(__DIR__, 3) . '/shared/apps';
$temporary = sys_get_temp_dir() . '/lyo-apps-' . getmypid();
// Takes archives by the folder where each is unpacked. Returns the folder with all of them, or null after printing the reason.
$unpack = static function (string $name, array $files) use ($archives, $temporary, $build): ?string {
    $files = array_filter($files, is_string(...));
    foreach ([...array_map(static fn(string $file): string => "$archives/$file", array_values($files)), "$build/apps/$name/vendor/autoload.php"] as $needed) {
        if (!is_file($needed)) {
            echo "$name: its own tests are SKIPPED, there is no $needed (LYO_APPS names the folder of the archives; make test-apps installs the rest)\n";
            return null;
        }
    }
    foreach ($files as $in => $file) {
        $place = rtrim("$temporary/$name/" . (is_int($in) ? '' : $in), '/');
        is_dir($place) || mkdir($place, 0700, true);
        exec('tar -xzf ' . escapeshellarg("$archives/$file") . ' -C ' . escapeshellarg($place), $lines, $status);
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

if (in_array('laravel', $wanted, true) && ($folder = $unpack('laravel', ['laravel-tests.tar.gz'])) !== null) {
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
// The bundle's marshaller, serializer of messages and session handler, in the tests of these components. An archive has the folder Tests of a branch.
foreach (['symfony-6' => ['6.4', '6.4'], 'symfony' => ['7.2', '7.4']] as $project => [$branch, $version]) {
    $components = ['Cache' => '{,*/}*Test.php', 'HttpFoundation' => 'Session/{,*/,*/*/}*Test.php', 'Messenger' => '{,*/,*/*/}*Test.php'];
    foreach ($components as $component => $pattern) {
        if (array_intersect($wanted, ['symfony', $project, $component]) === []) {
            continue;
        }
        $archive = 'symfony-' . ['Cache' => 'cache', 'HttpFoundation' => 'http-foundation', 'Messenger' => 'messenger'][$component] . "-$branch-tests.tar.gz";
        $folder = $unpack($project, [$component => $archive] + ($component === 'Cache' ? ['' => 'psr-cache-integration-tests.tar.gz'] : []));
        if ($folder === null) {
            continue;
        }
        $namespaces = ['Cache\IntegrationTests', 'Symfony\Component\Cache', 'Symfony\Component\Cache\Tests\Fixtures', 'Symfony\Component\Cache\Tests\Traits', 'Symfony\Component\Cache\Traits', 'Symfony\Component\HttpFoundation', 'Symfony\Component\Messenger\Stamp'];
        $mocked = $project === 'symfony'
            ? '<extensions><bootstrap class="Symfony\Bridge\PhpUnit\SymfonyExtension"><parameter name="clock-mock-namespaces" value="' . implode(',', $namespaces) . '"/></bootstrap></extensions>'
            : '<listeners><listener class="Symfony\Bridge\PhpUnit\SymfonyTestsListener"><arguments><array><element key="time-sensitive"><array>'
                . implode('', array_map(static fn(int $key, string $namespace): string => "<element key=\"$key\"><string>$namespace</string></element>", array_keys($namespaces), $namespaces))
                . '</array></element></array></arguments></listener></listeners>';
        file_put_contents("$folder/tests.xml", "<?xml version=\"1.0\"?>\n<phpunit>$mocked</phpunit>\n");
        // Where the pages of HttpFoundation's tests look for the classes.
        is_dir("$folder/vendor") || mkdir("$folder/vendor");
        file_put_contents("$folder/vendor/autoload.php", '<?php require ' . var_export(__DIR__ . '/bootstrap.php', true) . ';');
        $proxy = "$folder/HttpFoundation/Tests/Session/Storage/Proxy/SessionHandlerProxyTest.php";
        if ($component === 'HttpFoundation') {
            // Its data have a StrictSessionHandler, which PHPUnit cannot hand to a process any more; without them this test fails, and the others run.
            file_put_contents($proxy, preg_replace('/@dataProvider provideNativeSessionStorageHandler/', '', (string) file_get_contents($proxy)));
        }
        $files = glob("$folder/$component/Tests/$pattern", GLOB_BRACE) ?: [];
        $passed[] = (new Suite("tests of $component $branch with Symfony $version", $folder, "$build/apps/$project", $files, Differences::SYMFONY, ['--configuration', "$folder/tests.xml"]))->run($variants, static fn(string $file): string => $file);
    }
}
exec('rm -rf ' . escapeshellarg($temporary));
exit(in_array(false, $passed, true) ? 1 : 0);
