<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function array_fill;
use function copy;
use function escapeshellarg;
use function exec;
use function file_get_contents;
use function getenv;
use function implode;
use function is_file;
use function preg_match;
use function preg_match_all;
use function realpath;
use function serialize;
use function strtr;
use function var_export;

/** The program finds its classes and functions in each of the ways in which people get it. */
#[CoversNothing]
final class AutoloadersTest extends ProgramCase
{
    #[Test]
    #[DataProvider('ways')]
    public function every_command_works_in_every_way(string $way): void
    {
        $lyo = self::php() . ' ' . match ($way) {
            'vendor' => escapeshellarg((string) realpath(self::ROOT . '/bin/lyo')),
            'demo' => escapeshellarg($this->cloneWithoutPackages()),
            'phar' => escapeshellarg($this->phar()),
            default => escapeshellarg($this->debian()),
        };
        for ($i = 0; $i < 9; $i++) {
            $this->put("values/$i.ser", serialize(['id' => $i, 'rows' => array_fill(0, 40, ['sku' => "A-$i", 'qty' => $i])]));
        }
        $this->put('values/enum.ser', 'a:2:{s:2:"id";i:5;s:2:"st";E:15:"App\Status:Paid";}');

        [$status, $out, $errors] = $this->shell("$lyo measure values --rounds=1 --slice=1");
        self::assertSame([0, ''], [$status, $errors], $out);
        self::assertMatchesRegularExpression('/^lyo +10 +337 +2% /m', $out);
        self::assertStringContainsString("\nStored now: 16 kB. lyo 337 bytes (2%), ", $out);

        [$status, $out, $errors] = $this->shell("$lyo advise values --rounds=1");
        self::assertSame([0, ''], [$status, $errors], $out);
        self::assertMatchesRegularExpression('/^The fastest here: /m', $out);

        [$status, $out, $errors] = $this->shell("cp -r values copies && $lyo convert copies --to=lyo");
        self::assertSame(0, $status, $out . $errors);
        self::assertSame("\xC1", $this->get('copies/3.ser')[0]);
        [$status, $out, $errors] = $this->shell("$lyo dump --as=diag copies/3.ser && $lyo dump --as=diag values/3.ser");
        self::assertSame([0, ''], [$status, $errors]);
        self::assertSame([$this->diagnosis(), $this->diagnosis()], preg_match_all('/\S.*\n/', $out, $lines) === 2 ? $lines[0] : [$out]);
    }

    /** @return iterable<string, array{string}> */
    public static function ways(): iterable
    {
        yield 'a clone with its packages' => ['vendor'];
        yield 'a clone in which only bin/demo has run' => ['demo'];
        yield 'lyo.phar' => ['phar'];
        yield 'the Debian package' => ['debian'];
    }

    private function diagnosis(): string
    {
        return '{"id": 3, "rows": [' . implode(', ', array_fill(0, 40, '{"sku": "A-3", "qty": 3}')) . "]}\n";
    }

    /** A copy of the program and the library beside an autoloader that knows all packages, but not the library. */
    private function cloneWithoutPackages(): string
    {
        foreach (['bin', 'cli', 'src'] as $folder) {
            exec('cp -R ' . escapeshellarg((string) realpath(self::ROOT . "/$folder")) . ' ' . escapeshellarg("$this->folder/$folder"));
        }
        $vendor = (string) realpath(getenv('COMPOSER_VENDOR_DIR') ?: self::ROOT . '/vendor');
        $this->put('build/demo/vendor/autoload.php', strtr(<<<'PHP'
            <?php
            require_once VENDOR . '/composer/ClassLoader.php';
            $loader = new Composer\Autoload\ClassLoader();
            foreach (require VENDOR . '/composer/autoload_psr4.php' as $prefix => $folders) {
                str_starts_with($prefix, 'Lyo\\') || $loader->setPsr4($prefix, $folders);
            }
            $loader->addClassMap(array_filter(require VENDOR . '/composer/autoload_classmap.php', static fn($class) => !str_starts_with($class, 'Lyo\\'), ARRAY_FILTER_USE_KEY));
            $loader->register(true);
            foreach (require VENDOR . '/composer/autoload_files.php' as $file) {
                str_contains($file, '/symfony/') && require $file;
            }
            return $loader;
            PHP, ['VENDOR' => var_export($vendor, true)]));

        return "$this->folder/bin/lyo";
    }

    private function phar(): string
    {
        $phar = (string) realpath((getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.phar');
        if (!is_file($phar)) {
            self::markTestSkipped('lyo.phar has not been built (make phar)');
        }

        return $phar;
    }

    /** The file that the Debian package installs as /usr/bin/lyo, made as its rules say, from what its source package has. */
    private function debian(): string
    {
        $packages = (string) realpath((getenv('BUILD') ?: self::ROOT . '/build') . '/phar/vendor');
        $module = PHP_BINARY . ' -n -r "exit((int) !extension_loaded(\'phar\'));" || test -e ' . escapeshellarg(ini_get('extension_dir') . '/phar.so');
        if (!is_file("$packages/autoload.php") || $this->shell($module)[0] !== 0) {
            self::markTestSkipped('the packages of lyo.phar or the extension phar are not here (make phar)');
        }
        $rules = (string) file_get_contents(self::ROOT . '/packaging/debian/rules');
        preg_match('~^\tinstall -D -m 755 \$\(work\)/(\S+) debian/lyo/usr/bin/lyo$~m', $rules, $installed);
        preg_match('~^\tphp -n -d extension=phar (.*) \$\(work\)/' . ($installed[1] ?? '?') . '$~m', $rules, $made);
        self::assertArrayHasKey(1, $made, 'the rules say what is installed as lyo, and how it is made');
        $root = escapeshellarg((string) realpath(self::ROOT));
        // As in the source package: the published files, and the packages as vendor/.
        [$status, , $errors] = $this->shell("mkdir source && (cd $root && . tools/chroot.sh && copy_tree) | tar -x -C source && cp -R " . escapeshellarg($packages) . ' source/vendor');
        self::assertSame(0, $status, $errors);
        $with = $this->shell(PHP_BINARY . ' -n -r "exit((int) !extension_loaded(\'phar\'));"')[0] === 0 ? '' : '-d extension=phar ';
        [$status, $out, $errors] = $this->shell('cd source && ' . self::php() . " $with" . ($made[1] ?? '') . ' ../lyo');
        self::assertSame(0, $status, $out . $errors);

        return "$this->folder/lyo";
    }
}
