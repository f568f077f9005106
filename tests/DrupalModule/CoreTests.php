<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use Lyo\Tests\Packages\Process;
use RuntimeException;
use SimpleXMLElement;

use function array_count_values;
use function escapeshellarg;
use function file_get_contents;
use function file_put_contents;

/** Core's own tests of what the module changes: plain, and with the module and the extension in each of them. */
final class CoreTests
{
    /** Name => folder below web. */
    private const SUITES = [
        'keyvalue' => 'core/tests/Drupal/KernelTests/Core/KeyValueStore',
        'tempstore' => 'core/tests/Drupal/KernelTests/Core/TempStore',
        'state' => 'core/tests/Drupal/Tests/Core/State',
        'cache' => 'core/tests/Drupal/KernelTests/Core/Cache',
        'config' => 'core/tests/Drupal/KernelTests/Core/Config',
    ];

    /** @param string $project a folder in which core's tests run: vendor/bin/phpunit and web/core/tests */
    public function __construct(string $project, private readonly string $folder, string $root, private readonly string $extension)
    {
        Process::run('cp -a ' . escapeshellarg("$project/.") . ' ' . escapeshellarg($folder) . ' && rm -rf web/modules/lyo && cp -r ' . escapeshellarg("$root/packages/drupal") . ' web/modules/lyo && mv web/autoload.php web/autoload-core.php', Site::made($folder));
        file_put_contents("$folder/web/autoload.php", "<?php\n\$loader = require __DIR__ . '/autoload-core.php';\n\$loader->setPsr4('Lyo\\\\', '$root/src');\n\$loader->setPsr4('Lyo\\\\Bridge\\\\Drupal\\\\', '$root/packages/drupal/bridge');\nrequire_once '$root/src/functions.php';\nreturn \$loader;\n");
        // Each test has the module where LYO_TEST is set.
        $base = "$folder/web/core/tests/Drupal/KernelTests/KernelTestBase.php";
        $text = (string) preg_replace(['/^.*LYO_TEST.*\n/m', "/^( +)'hash_salt' => static::class,\n/m", "/^( +)\\\$modules = self::getModulesToEnable\(static::class\);\n/m"], ['', "$0$1'lyo' => getenv('LYO_TEST') ? ['writes' => 'lyo'] : [],\n", "$0$1if (getenv('LYO_TEST')) { \\\$modules[] = 'lyo'; }\n"], (string) file_get_contents($base));
        substr_count($text, 'LYO_TEST') === 2 || throw new RuntimeException('KernelTestBase is another');
        file_put_contents($base, $text);
        foreach (['plain' => '', 'lyo' => "extension=$this->extension\n"] as $kind => $ini) {
            // Each test is a process. OPcache keeps in compiled code whether an extension is loaded.
            array_map(mkdir(...), ["$folder/settings-$kind", "$folder/opcache-$kind"]);
            file_put_contents("$folder/settings-$kind/tests.ini", "{$ini}zend.assertions=1\napc.enable_cli=1\nopcache.enable_cli=1\nopcache.file_cache=$folder/opcache-$kind\n");
        }
    }

    /**
     * Runs the tests, and prints what they say.
     *
     * @param callable(string, bool, string=): void $check
     */
    public function compare(callable $check): void
    {
        // Core's tests of the backend that the module replaces, with the class of the module, beside core's results of the same tests.
        $own = $this->results('own', 'modules/lyo/tests', 'settings-lyo');
        $check('tests of the module, with those of core for its backend', count($own) > 15 && array_diff($own, ['ok']) === [], self::say($own));
        foreach (self::SUITES as $name => $suite) {
            $plain = $this->results("plain-$name", $suite, 'settings-plain');
            $ours = $this->results("lyo-$name", $suite, 'settings-lyo', 'LYO_TEST=1');
            $differ = array_filter([...array_keys($plain), ...array_diff(array_keys($ours), array_keys($plain))], static fn(string $test): bool => ($plain[$test] ?? null) !== ($ours[$test] ?? null));
            $text = '';
            foreach ($differ as $test) {
                $text .= "\n  $test: " . ($plain[$test] ?? 'none') . ', with the module ' . ($ours[$test] ?? 'none');
            }
            $check("core's tests of $name", count($plain) > 2 && $differ === [], self::say($plain) . '; with the module ' . self::say($ours) . $text);
        }
    }

    /** @param array<string, string> $results */
    private static function say(array $results): string
    {
        $words = [];
        foreach (array_count_values($results) as $status => $count) {
            $words[] = "$count $status";
        }
        return count($results) . ' tests: ' . implode(', ', $words);
    }

    /** @return array<string, string> test => ok, failure, error or skipped */
    private function results(string $name, string $suite, string $settings, string $with = ''): array
    {
        $log = "$this->folder/$name.xml";
        // Its status is not 0 if a test fails.
        exec('cd ' . escapeshellarg("$this->folder/web/core") . " && $with PHP_INI_SCAN_DIR=:$this->folder/$settings SIMPLETEST_DB=sqlite://localhost/:memory: SYMFONY_DEPRECATIONS_HELPER=disabled php -d memory_limit=2G ../../vendor/bin/phpunit --no-progress --colors=never --log-junit=" . escapeshellarg($log) . ' ' . escapeshellarg("../$suite") . ' 2>&1', $lines);
        $xml = is_file($log) ? simplexml_load_file($log) : false;
        $results = [];
        foreach ($xml instanceof SimpleXMLElement ? (array) $xml->xpath('//testcase') : [] as $case) {
            $results[$case['class'] . '::' . $case['name']] = self::status($case);
        }
        return $results !== [] ? $results : throw new RuntimeException("no test of $suite was run: " . implode("\n", array_slice($lines, -20)));
    }

    private static function status(SimpleXMLElement $case): string
    {
        foreach (['failure', 'error', 'skipped'] as $status) {
            if (isset($case->{$status})) {
                return $status;
            }
        }
        return 'ok';
    }
}
