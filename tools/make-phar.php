<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php -d phar.readonly=0 tools/make-phar.php VENDOR FILE
//
// Packs the command line, the library and the packages in the folder VENDOR into one file (make phar). The file is not compressed, so a
// PHP without the extensions phar and zlib can run it. The same sources give the same bytes; SOURCE_DATE_EPOCH is the time of the files in it.

declare(strict_types=1);

$root = dirname(__DIR__);
[, $vendor, $target] = $argv + [1 => '', ''];
if ($target === '' || !is_file("$vendor/autoload.php")) {
    fwrite(STDERR, "Usage: php -d phar.readonly=0 tools/make-phar.php VENDOR FILE\n");
    exit(2);
}

/** @return iterable<string, string> name in the archive => file */
$files = static function (string $folder, string $name): iterable {
    $all = [];
    /** @var SplFileInfo $file */
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) as $file) {
        $path = $file->getPathname();
        $inside = substr($path, strlen($folder));
        if (str_ends_with($path, '.php') && !preg_match('#/(?:Tests?|bin|Resources/bin)/#', $inside) || preg_match('#/(?:LICENSE(?:\.\w+)?|Resources/completion\.\w+)$#', $inside)) {
            $all[$name . $inside] = $path;
        }
    }
    ksort($all);
    return $all;
};

/** Sets the time of each file in the archive (PHP uses the current time), and signs it again. */
function withTime(string $phar, int $time): string
{
    $number = static function (int $at) use (&$phar): int {
        $bytes = unpack('V', $phar, $at);
        return is_array($bytes) && is_int($bytes[1]) ? $bytes[1] : 0;
    };
    $at = (int) strpos($phar, '__HALT_COMPILER(); ?>') + strlen("__HALT_COMPILER(); ?>\r\n");
    // length, files, version (2 bytes), flags, alias, metadata; of each file: name, size, time, stored size, crc, flags, metadata
    $files = $number($at + 4);
    $at += 14;
    $at += 4 + $number($at);
    $at += 4 + $number($at);
    for ($i = 0; $i < $files; $i++) {
        $at += 4 + $number($at);
        $phar = substr_replace($phar, pack('V', $time), $at + 4, 4);
        $at += 20;
        $at += 4 + $number($at);
    }
    $content = substr($phar, 0, -strlen(hash('sha256', '', true) . 'typeGBMB'));

    return $content . hash('sha256', $content, true) . substr($phar, -8);
}

$new = "$target.new.phar";
@unlink($new);
$phar = new Phar($new, 0, 'lyo.phar');
$count = 0;
$phar->startBuffering();
foreach (["$root/src" => 'src', "$root/cli/src" => 'cli/src', $vendor => 'vendor'] as $folder => $name) {
    foreach ($files($folder, $name) as $inside => $file) {
        $phar->addFromString($inside, (string) file_get_contents($file));
        $count++;
    }
}
// PHP prints the shebang line of a file that is included
$phar->addFromString('cli/bin/lyo', (string) preg_replace('/\A#!.*\n/', '', (string) file_get_contents("$root/cli/bin/lyo")));
$phar->addFromString('LICENSE', (string) file_get_contents("$root/LICENSE"));
$phar->setStub((string) file_get_contents(__DIR__ . '/phar-stub.php'));
$phar->setSignatureAlgorithm(Phar::SHA256);
$phar->stopBuffering();
unset($phar);

file_put_contents($new, withTime((string) file_get_contents($new), (int) getenv('SOURCE_DATE_EPOCH')));
chmod($new, 0755);
rename($new, $target);
echo "built $target: ", $count + 2, ' files, ', number_format((int) filesize($target)), " bytes\n";
