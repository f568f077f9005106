<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/**
 * tools/build-ext.sh configures again when something that configure looks at has changed, and only then. The compiler and the linker
 * here are real, but phpize only writes a configure that counts its calls, so that a test takes no minute.
 */
#[CoversNothing]
final class BuildExtTest extends TestCase
{
    private string $folder;
    private int $configured = 0;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-build-' . bin2hex(random_bytes(6));
        foreach (['bin', 'php/main', 'source', 'headers', 'libraries'] as $folder) {
            mkdir("$this->folder/$folder", recursive: true);
        }
        $this->write('php/main/php_config.h', '#define SIZEOF_LONG 8');
        $this->write('source/one.c', '');
        $this->write('source/config.m4', 'AC_CHECK_HEADER([lyo_one.h], [AC_CHECK_LIB([lyo_one], [one], [yes=1])])' . "\nAC_CHECK_HEADERS([lyo_two.h])\n");
        $this->program('php-config', "case \$1 in --include-dir) echo '$this->folder/php' ;; *) echo 8.4.1 ;; esac");
        $this->program('phpize', <<<SH
            printf '#!/bin/sh\\necho again >>$this->folder/configured\\nprintf "all:\\\\\\\\n\\\\\\\\t@:\\\\\\\\n" >Makefile\\n' >configure
            chmod +x configure
            SH);
        $this->build();
        self::assertSame(1, $this->configured);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    #[Test]
    public function nothing_is_configured_again_when_nothing_has_changed(): void
    {
        touch("$this->folder/source/one.c", time() + 5);
        $this->write('headers/of_something_else.h', '');

        self::assertFalse($this->configures());
    }

    #[Test]
    public function a_header_that_comes_changes_or_goes_is_noticed(): void
    {
        foreach (['lyo_one.h', 'lyo_two.h'] as $header) {
            $this->write("headers/$header", '#define VERSION 1');
            self::assertTrue($this->configures(), "$header has come");
            $this->write("headers/$header", '#define VERSION 2');
            self::assertTrue($this->configures(), "$header has another version");
            self::assertFalse($this->configures());
            unlink("$this->folder/headers/$header");
            self::assertTrue($this->configures(), "$header has gone");
            self::assertFalse($this->configures());
        }
    }

    #[Test]
    public function a_header_that_another_one_includes_is_noticed(): void
    {
        $this->write('headers/lyo_one.h', '#include "inner.h"');
        $this->write('headers/inner.h', '#define VERSION 1');
        self::assertTrue($this->configures());
        $this->write('headers/inner.h', '#define VERSION 2');
        self::assertTrue($this->configures());
    }

    #[Test]
    public function a_library_that_comes_changes_or_goes_is_noticed(): void
    {
        $this->library('int one(void) { return 1; }');
        self::assertTrue($this->configures(), 'it has come');
        $this->library('int one(void) { return 1; } int two(void) { return 2; }');
        self::assertTrue($this->configures(), 'it has another version');
        self::assertFalse($this->configures());
        unlink("$this->folder/libraries/liblyo_one.so");
        self::assertTrue($this->configures(), 'it has gone');
    }

    #[Test]
    public function another_compiler_php_or_flag_is_noticed(): void
    {
        $this->program('php-config', "case \$1 in --include-dir) echo '$this->folder/php' ;; *) echo 8.4.2 ;; esac");
        self::assertTrue($this->configures(), 'the version of PHP');
        $this->write('php/main/php_config.h', '#define SIZEOF_LONG 4');
        self::assertTrue($this->configures(), 'how PHP was configured');
        self::assertTrue($this->configures(['CFLAGS' => "-O3 -I$this->folder/headers"]), 'a flag');
        $compiler = static fn(string $version): string => "[ \"\$1\" != --version ] || { echo 'cc $version'; exit; }\nexec cc \"\$@\"";
        $this->program('my-cc', $compiler('12'));
        $environment = ['CC' => "$this->folder/bin/my-cc"];
        self::assertTrue($this->configures($environment), 'another compiler');
        $this->program('my-cc', $compiler('13'));
        self::assertTrue($this->configures($environment), 'its version');
        self::assertFalse($this->configures($environment));
    }

    #[Test]
    public function every_check_for_a_header_or_library_is_one_that_is_noticed(): void
    {
        $root = dirname(__DIR__, 2);
        $files = array_filter(explode("\n", (string) shell_exec('cd ' . escapeshellarg($root) . ' && find . \( -name build -o -name vendor -o -name .git \) -prune -o -name config.m4 -print')));
        self::assertGreaterThanOrEqual(5, count($files));
        foreach ($files as $file) {
            preg_match_all('/\b(AC_CHECK_\w+|AC_SEARCH_\w+|PKG_\w+|PHP_CHECK_\w+)\(/', (string) file_get_contents("$root/$file"), $matches);
            self::assertSame([], array_diff($matches[1], ['AC_CHECK_HEADER', 'AC_CHECK_HEADERS', 'AC_CHECK_LIB']), "$file: tools/build-ext.sh must know what this asks for");
        }
    }

    /**
     * Builds, and tells whether that configured again.
     *
     * @param array<string, string> $environment
     */
    private function configures(array $environment = []): bool
    {
        $before = $this->configured;
        $this->build($environment);

        return $this->configured > $before;
    }

    /** @param array<string, string> $environment */
    private function build(array $environment = []): void
    {
        $environment += [
            'PHP_CONFIG' => "$this->folder/bin/php-config", 'CC' => 'cc',
            'CFLAGS' => "-I$this->folder/headers", 'LDFLAGS' => "-L$this->folder/libraries",
        ];
        $words = array_map(static fn(string $name, string $value): string => escapeshellarg("$name=$value"), array_keys($environment), $environment);
        exec('env ' . implode(' ', $words) . ' ' . escapeshellarg(dirname(__DIR__, 2) . '/tools/build-ext.sh')
            . " $this->folder/source $this->folder/build 2>&1", $lines, $status);
        self::assertSame([0, []], [$status, $lines]);
        $this->configured = count((array) file("$this->folder/configured"));
    }

    private function write(string $name, string $content): void
    {
        file_put_contents("$this->folder/$name", $content);
    }

    private function program(string $name, string $script): void
    {
        $this->write("bin/$name", "#!/bin/sh\n$script\n");
        chmod("$this->folder/bin/$name", 0700);
    }

    private function library(string $code): void
    {
        $this->write('one.c', $code);
        exec("cc -shared -fPIC -o $this->folder/libraries/liblyo_one.so $this->folder/one.c 2>&1", $lines, $status);
        self::assertSame(0, $status, implode("\n", $lines));
    }
}
