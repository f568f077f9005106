<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function array_values;
use function exec;
use function file_get_contents;
use function getenv;
use function is_array;
use function is_file;
use function is_string;
use function json_decode;
use function json_encode;
use function realpath;
use function serialize;

/** A fresh project that takes the packages from this checkout, as from a path on its disk. Nothing is downloaded: what they need comes from vendor/. */
#[CoversNothing]
final class ComposerTest extends ProgramCase
{
    protected function setUp(): void
    {
        exec('command -v composer', $composer, $status);
        if ($status !== 0) {
            self::markTestSkipped('composer is not here');
        }
        parent::setUp();
        $this->put('project/composer.json', (string) json_encode([
            'config' => ['lock' => true],
            'repositories' => [
                ['packagist.org' => false],
                ['type' => 'path', 'url' => realpath(self::ROOT)],
                ['type' => 'path', 'url' => realpath(self::ROOT . '/cli')],
                ...self::installed(),
            ],
        ]));
    }

    #[Test]
    public function it_gets_the_library_and_its_functions(): void
    {
        $this->composer('require lyo/lyo:@dev');
        self::assertFalse(is_file("$this->folder/project/vendor/bin/lyo"));
        $script = $this->put('project/there-and-back.php', '<?php require "vendor/autoload.php"; echo serialize(lyo_unserialize(lyo_serialize(["grüße" => 1.5])));');
        self::assertSame([0, serialize(['grüße' => 1.5]), ''], $this->shell('cd project && ' . self::php() . ' ' . $script));
    }

    #[Test]
    public function it_gets_the_command_line(): void
    {
        $this->composer('require --dev lyo/cli:@dev');
        $version = json_decode((string) file_get_contents(self::ROOT . '/cli/composer.json'), true);
        $version = is_array($version) && is_string($version['version'] ?? null) ? $version['version'] : '';
        self::assertStringStartsWith("lyo $version ", $this->shell('cd project && ' . self::php() . ' vendor/bin/lyo --version')[1]);
        $this->put('project/value', serialize([1]));
        self::assertSame([0, "[1]\n", ''], $this->shell('cd project && ' . self::php() . ' vendor/bin/lyo dump --as=diag value'));
    }

    private function composer(string $arguments): void
    {
        [$status, $out, $errors] = $this->shell("cd project && COMPOSER_ALLOW_SUPERUSER=1 composer $arguments --no-interaction --no-progress --no-ansi");
        self::assertSame(0, $status, "$out$errors");
    }

    /** @return list<array<string, mixed>> the packages below vendor/, each a repository of its own */
    private static function installed(): array
    {
        $vendor = getenv('COMPOSER_VENDOR_DIR') ?: self::ROOT . '/vendor';
        $installed = json_decode((string) file_get_contents("$vendor/composer/installed.json"), true);
        $repositories = [];
        foreach (is_array($installed) && is_array($installed['packages'] ?? null) ? array_values($installed['packages']) : [] as $package) {
            if (is_array($package) && is_string($package['name'] ?? null)) {
                $repositories[] = ['type' => 'path', 'url' => realpath("$vendor/$package[name]"), 'options' => ['versions' => [$package['name'] => $package['version']]]];
            }
        }
        return $repositories;
    }
}
