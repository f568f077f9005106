<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Checks that a PHP with 32-bit integers is refused, with a clear message, by everything that builds or installs: by configure and the
// compiler (with headers changed to look like such a PHP), by Composer, and by configure.js of Windows (of which only the text is checked).
//
// Needs phpize, php-config (PHP_CONFIG) and a compiler (CC). Fails if one of them does not refuse, or refuses 64-bit integers, too.

declare(strict_types=1);

const WORDS = 'lyo needs a PHP with 64-bit integers';
const PLANNED = 7;

final class WordSize
{
    private int $checks = 0;

    private int $problems = 0;

    private readonly string $root;

    private readonly string $folder;

    public function __construct()
    {
        $this->root = dirname(__DIR__);
        $this->folder = sys_get_temp_dir() . '/lyo-word-size-' . getmypid();
    }

    public function check(): bool
    {
        mkdir($this->folder, 0o700);
        try {
            foreach ([4, 8] as $bytes) {
                $this->compiler($bytes);
            }
            $this->configure();
        } finally {
            $this->run('rm -rf ' . escapeshellarg($this->folder));
        }
        foreach (['composer.json', 'ext/composer.json'] as $file) {
            $this->composer($file);
        }
        $this->that(str_contains($this->read('ext/config.w32'), "ERROR('" . WORDS . "')"), 'ext/config.w32 refuses nothing');
        if ($this->checks !== PLANNED) {
            $this->problem("$this->checks checks instead of " . PLANNED);
        }
        echo "word size: $this->checks checks, $this->problems problems\n";

        return $this->problems === 0;
    }

    /** Compiles lyo_compat.h, which every file that uses PHP includes, with another php.h. */
    private function compiler(int $bytes): void
    {
        $include = "$this->folder/compile-$bytes";
        mkdir($include);
        file_put_contents("$include/php.h", "#define SIZEOF_ZEND_LONG $bytes\n#define SIZEOF_SIZE_T 8\n#define PHP_VERSION_ID 80200\n");
        [$status, $output] = $this->run(sprintf(
            '%s -fsyntax-only -I%s -x c %s',
            getenv('CC') ?: 'cc',
            escapeshellarg($include),
            escapeshellarg("$this->root/ext/src/lyo_compat.h"),
        ));
        $refused = str_contains($output, WORDS);
        $this->that($bytes < 8 ? $status !== 0 && $refused : $status === 0, "lyo_compat.h with ints of $bytes bytes: status $status\n$output");
    }

    /** Runs configure with the headers of this PHP, and with a php-config that names headers of a 32-bit PHP. */
    private function configure(): void
    {
        $phpConfig = trim($this->run('command -v ' . (getenv('PHP_CONFIG') ?: 'php-config'))[1]);
        $phpize = is_executable(dirname($phpConfig) . '/phpize') ? dirname($phpConfig) . '/phpize' : 'phpize';
        copy("$this->root/ext/config.m4", "$this->folder/config.m4");
        mkdir("$this->folder/headers");
        file_put_contents("$this->folder/headers/php.h", "#define SIZEOF_ZEND_LONG 4\n");
        file_put_contents("$this->folder/php-config", sprintf(
            "#!/bin/sh\ncase \$1 in\n--includes) echo %s ;;\n*) exec %s \"\$@\" ;;\nesac\n",
            escapeshellarg("-I$this->folder/headers"),
            escapeshellarg($phpConfig),
        ));
        chmod("$this->folder/php-config", 0o700);
        $configure = sprintf('cd %s && %s && ./configure --with-php-config=', escapeshellarg($this->folder), escapeshellarg($phpize));
        [$status, $output] = $this->run($configure . escapeshellarg("$this->folder/php-config"));
        $this->that($status !== 0 && str_contains($output, 'configure: error: ' . WORDS), "configure with ints of 4 bytes: status $status\n$output");
        [$status, $output] = $this->run($configure . escapeshellarg($phpConfig));
        $this->that($status === 0 && str_contains($output, 'whether ints of PHP have 64 bits... yes'), "configure with this PHP: status $status\n$output");
    }

    private function composer(string $file): void
    {
        $package = json_decode($this->read($file), true);
        $require = is_array($package) && is_array($package['require'] ?? null) ? $package['require'] : [];
        $this->that(isset($require['php']) && ($require['php-64bit'] ?? null) === $require['php'], "$file does not require php-64bit as it does php");
    }

    private function that(bool $good, string $otherwise): void
    {
        $this->checks++;
        if (!$good) {
            $this->problem($otherwise);
        }
    }

    private function problem(string $text): void
    {
        $this->problems++;
        echo "word size: $text\n";
    }

    /** @return array{int, string} exit status and all that was written */
    private function run(string $command): array
    {
        exec("($command) 2>&1", $lines, $status);

        return [$status, implode("\n", $lines)];
    }

    private function read(string $file): string
    {
        return (string) file_get_contents("$this->root/$file");
    }
}

exit((new WordSize())->check() ? 0 : 1);
