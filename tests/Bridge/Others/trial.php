<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The pages yii.md, typo3.md and memcached.md: their code, with Yii 2 in the folder YII2, the core of TYPO3 in TYPO3, and php-memcached;
// started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Values;

require __DIR__ . '/../load.php';

/** @return list<string> the PHP of a page that this file runs */
function samples(string $page): array
{
    preg_match_all('~^<!-- run by: tests/Bridge/Others/trial\.php -->\n```php\n(.*?)^```$~ms', (string) file_get_contents(dirname(__DIR__, 3) . "/docs/bridges/$page"), $found);
    return $found[1] === [] ? throw new RuntimeException("$page has no code") : $found[1];
}

/** What is stored, damaged in five ways. @return list<string> */
function damaged(string $stored): array
{
    $middle = intdiv(strlen($stored), 2);
    return [substr($stored, 0, $middle), substr($stored, 0, -1), substr_replace($stored, 'XX', $middle, 2), substr($stored, 0, 2), substr_replace($stored, "\x00\xFF", -2, 2)];
}

$with = getenv('BRIDGE_WITH') ?: '';
$lyo = extension_loaded('lyo');
$trial = new BridgeChecks("others, $with");
$folder = sys_get_temp_dir() . '/lyo-others-' . getmypid();
mkdir($folder);
$values = Values::all();

// ---- Yii 2 -----------------------------------------------------------------------------------------------------------------------------
$yii = getenv('YII2') ?: '';
if (!is_file("$yii/Yii.php")) {
    $trial->say('Yii 2: SKIPPED, YII2 does not name a folder of yiisoft/yii2-framework');
} else {
    define('YII_DEBUG', true);
    require "$yii/Yii.php";
    file_put_contents("$folder/web.php", '<?php ' . samples('yii.md')[0]);
    $cache = static function (string $format) use ($folder): yii\caching\FileCache {
        putenv("CACHE_FORMAT=$format");
        $serializer = $format === 'plain' ? [] : ['serializer' => (require "$folder/web.php")['components']['cache']['serializer']];
        return new yii\caching\FileCache(['cachePath' => "$folder/yii"] + $serializer);
    };
    $file = static fn(yii\caching\FileCache $of, string $key): string => (new ReflectionMethod($of, 'getCacheFile'))->invoke($of, $of->buildKey($key));
    $read = $misses = 0;
    foreach (['plain', '', 'native', 'auto', 'lyo'] as $writer) {
        foreach ($values as $name => $value) {
            $trial->check($cache($writer)->set($name, $value, 60, new yii\caching\TagDependency(['tags' => 'all'])), "Yii: $writer stores $name");
            foreach (['', 'auto', 'lyo', ...(in_array($writer, ['plain', '', 'native'], true) ? ['plain'] : [])] as $reader) {
                $trial->check(serialize($cache($reader)->get($name)) === serialize($value), "Yii: $reader reads $name of $writer");
                $trial->check(serialize($cache($reader)->multiGet([$name])) === serialize([$name => $value]), "Yii: $reader reads $name of $writer with others");
                $read++;
            }
        }
        if ($writer === '') { // without the variable: what Yii writes
            $ours = (string) file_get_contents($file($cache(''), 'zero'));
            $cache('plain')->set('zero', $values['zero'], 60, new yii\caching\TagDependency(['tags' => 'all']));
            $trial->check($ours === file_get_contents($file($cache('plain'), 'zero')), "Yii: without the variable other bytes are written than Yii's");
        }
    }
    $trial->check(str_starts_with((string) file_get_contents($file($cache('auto'), 'zero')), "\xC1"), 'Yii: "lyo" does not write lyo');
    foreach ($values as $name => $value) {
        $path = $file($cache('lyo'), $name);
        $stored = (string) file_get_contents($path);
        foreach (damaged($stored) as $bytes) {
            file_put_contents($path, $bytes);
            touch($path, time() + 60);
            $trial->check($cache('auto')->get($name) === false, "Yii: $name, damaged, is no miss");
            $misses++;
        }
        file_put_contents($path, $stored);
        touch($path, time() + 60);
    }
    yii\caching\TagDependency::invalidate($cache('lyo'), 'all');
    $trial->check($cache('lyo')->get('sample-timezones') === false && $cache('lyo')->get('zero') === false, 'Yii: a tag does not invalidate');
    $trial->say('Yii ' . Yii::getVersion() . ": $read read exactly, $misses damaged items are misses");
}

// ---- TYPO3 -----------------------------------------------------------------------------------------------------------------------------
$typo3 = getenv('TYPO3') ?: '';
if (!is_file("$typo3/Classes/Cache/Frontend/VariableFrontend.php")) {
    $trial->say('TYPO3: SKIPPED, TYPO3 does not name a folder of TYPO3-CMS/core');
} else {
    spl_autoload_register(static function (string $class) use ($typo3): void {
        $file = "$typo3/Classes/" . strtr(substr($class, strlen('TYPO3\CMS\Core\\')), '\\', '/') . '.php';
        str_starts_with($class, 'TYPO3\CMS\Core\\') && is_file($file) && require $file;
    });
    // Composer's package of that name knows old names of classes, of which there are none here.
    eval('namespace TYPO3\ClassAliasLoader; final class ClassAliasMap { public static function getClassNameForAlias(string $name): string { return $name; } }');
    mkdir("$folder/typo3/public", recursive: true);
    TYPO3\CMS\Core\Core\Environment::initialize(new TYPO3\CMS\Core\Core\ApplicationContext('Testing'), true, true, "$folder/typo3", "$folder/typo3/public", "$folder/typo3/var", "$folder/typo3/config", "$folder/typo3/public/index.php", 'UNIX');
    $GLOBALS['TYPO3_CONF_VARS']['SYS'] = ['encryptionKey' => str_repeat('k', 96), 'folderCreateMask' => '0755', 'fileCreateMask' => '0644', 'createGroup' => ''];
    $GLOBALS['EXEC_TIME'] = time();
    file_put_contents("$folder/LyoFrontend.php", "<?php\n" . samples('typo3.md')[0]);
    require "$folder/LyoFrontend.php";
    $frontend = static function (string $class, string $name = 'pages'): TYPO3\CMS\Core\Cache\Frontend\VariableFrontend {
        return new $class($name, new TYPO3\CMS\Core\Cache\Backend\FileBackend([]));
    };
    $ours = $frontend('Vendor\Site\Cache\LyoFrontend');
    $plain = $frontend(TYPO3\CMS\Core\Cache\Frontend\VariableFrontend::class);
    $read = $misses = $bytes = $plainBytes = 0;
    foreach ($values as $name => $value) {
        $name = strtr($name, '.+', '--');
        foreach (['plain' => $plain, 'ours' => $ours] as $of => $writer) {
            $writer->set($name, $value, ['tag'], 60);
            $trial->check(serialize($ours->get($name)) === serialize($value), "TYPO3: $name of $of is not read");
            $found = $plain->get($name);
            $trial->check(serialize($found) === serialize($value) || $of === 'ours' && $lyo && $found === false, "TYPO3: a server without the class reads another value of $name");
            $read++;
            $size = strlen((string) $writer->getBackend()->get($name));
            $of === 'ours' ? $bytes += $size : $plainBytes += $size;
        }
        $stored = $ours->getBackend()->get($name);
        foreach (damaged((string) $stored) as $damage) {
            $ours->getBackend()->set($name, $damage, ['tag'], 60);
            $trial->check(!$lyo || $ours->get($name) === false, "TYPO3: $name, damaged, is no miss");
            $misses++;
        }
        $other = $frontend('Vendor\Site\Cache\LyoFrontend', 'hash');
        $other->getBackend()->set($name, (string) $stored, [], 60);
        $trial->check(!$lyo || $other->get($name) === false, "TYPO3: $name of another cache is no miss");
        $ours->getBackend()->set($name, (string) $stored, ['tag'], 60);
    }
    $trial->check(str_starts_with((string) $ours->getBackend()->get('zero'), $lyo ? "\xC1" : 'i:0;'), 'TYPO3: another format is written');
    foreach ([['no name!', []], ['name', ['no tag!']]] as [$name, $tags]) {
        try {
            $ours->set($name, 1, $tags);
            $trial->check(false, "TYPO3: $name is accepted");
        } catch (InvalidArgumentException) {
        }
    }
    $ours->flushByTag('tag');
    $trial->check($ours->get('zero') === false, 'TYPO3: a tag does not flush');
    $trial->say("TYPO3: $read written and read, $bytes bytes instead of $plainBytes, $misses damaged items" . ($lyo ? ' are misses' : ''));
}

// ---- php-memcached ---------------------------------------------------------------------------------------------------------------------
if (!extension_loaded('memcached') || Servers::memcached() === null) {
    $trial->say('php-memcached: SKIPPED, ' . (extension_loaded('memcached') ? 'no memcached here' : 'the extension is not loaded'));
} else {
    $build = (string) realpath(getenv('BUILD') ?: 'build');
    [$first, $second] = samples('memcached.md');
    $port = Servers::memcached();
    $code = str_replace('11211', (string) $port, $first);
    $begin = 'require ' . var_export(dirname(__DIR__) . '/load.php', true) . '; $all = unserialize(file_get_contents($argv[1]));' . explode("\n\n", $code)[0] . "\n";
    file_put_contents("$folder/values", serialize($values));
    $run = static function (string $code, string $igbinary, string ...$options) use ($folder): string {
        file_put_contents("$folder/memcached.php", "<?php $code");
        $modules = array_map(escapeshellarg(...), [...Runner::php([$igbinary, '?msgpack', 'memcached']), ...array_merge(...array_map(static fn(string $option): array => ['-d', $option], $options)), "$folder/memcached.php", "$folder/values"]);
        return (string) shell_exec(implode(' ', $modules) . ' 2>&1');
    };
    $kinds = ['igbinary' => ['igbinary'], 'drop-in' => ["$build/igbinary.so"], 'drop-in, lyo' => ["$build/igbinary.so", 'igbinary.write_format=lyo']];
    $read = 0;
    foreach ($kinds as $writer => $options) {
        $said = $run($code, ...$options);
        $trial->check($said === print_r(['title' => 'Front', 'tags' => ['a', 'b']], true), "php-memcached: the page with $writer prints $said");
        $run($begin . 'foreach ($all as $name => $value) { $client->set("others-" . md5($name), $value); }', ...$options);
        foreach ($kinds as $reader => $others) {
            if ($writer === 'drop-in, lyo' && $reader === 'igbinary') {
                continue; // this is what memcached.md warns of
            }
            $said = $run($begin . '$n = 0; foreach ($all as $name => $value) { $n += serialize($client->get("others-" . md5($name))) === serialize($value) ? 1 : 0; } echo $n;', ...$others);
            $trial->check($said === (string) count($values), "php-memcached: $reader reads of $writer: $said of " . count($values));
            $read += count($values);
        }
    }
    $said = $run($begin . '$client->set("x", [1, 2]);', ...$kinds['drop-in, lyo']) . $run($begin . '$client->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_IGBINARY); var_dump($client->get("x"));', 'igbinary');
    $trial->check(str_contains($said, 'unsupported version') && str_contains($said, 'bool(false)'), "php-memcached: the other igbinary says of lyo: $said");
    // Bytes of one's own, in this process.
    $client = new Memcached();
    $client->addServer('127.0.0.1', $port);
    $cart = null;
    eval($second);
    $trial->check($cart === ['items' => [1, 2]], 'php-memcached: the second example of the page');
    $stored = $client->get('cart');
    $trial->check(is_string($stored) && str_starts_with($stored, $lyo ? "\xC1" : 'a:'), 'php-memcached: the second example writes another format');
    [$write, $get] = explode("\n\n", substr($second, (int) strpos($second, '$client->set')), 2);
    foreach (damaged($stored) as $bytes) {
        $client->set('cart', $bytes);
        eval('use Lyo\Bridge\Miss;' . $get);
        $trial->check(!$lyo || $cart === false, 'php-memcached: damaged data are no miss');
    }
    $client->set('cart', ['an array' => true]);
    eval('use Lyo\Bridge\Miss;' . $get);
    $trial->check($cart === ['an array' => true], 'php-memcached: what was there before is not read');
    $trial->say("php-memcached " . phpversion('memcached') . ": $read values are read exactly between igbinary, the drop-in and lyo");
}
exec('rm -rf ' . escapeshellarg($folder));
exit($trial->end());
