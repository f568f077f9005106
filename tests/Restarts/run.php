<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// OPcache starts anew between requests of one process, and the memory of its strings gets other strings. Values that are read
// after it must be the same, with keys from the code and from what Lyo keeps between requests.
//
//   php -n -d extension=build/lyo.so tests/Restarts/run.php [TURNS]

declare(strict_types=1);

exit(main((int) ($argv[1] ?? 10_000)));

function main(int $turns): int
{
    $options = options();
    if ($options === null) {
        echo "restarts: SKIPPED, PHP has no opcache\n";

        return 0;
    }
    $folder = sys_get_temp_dir() . '/lyo-restarts-' . bin2hex(random_bytes(4));
    mkdir("$folder/code", recursive: true);
    copy(__DIR__ . '/serve.php', "$folder/serve.php");
    for ($file = 0; $file < 4; $file++) {
        file_put_contents("$folder/code/$file.php", code($file));
    }
    $port = free_port();
    $server = proc_open([PHP_BINARY, '-n', ...$options, '-S', "127.0.0.1:$port", "$folder/serve.php"], [2 => ['file', "$folder/log", 'w']], $pipes);
    try {
        return $server === false ? 1 : ask($port, $turns);
    } finally {
        if ($server !== false) {
            proc_terminate($server);
            proc_close($server);
        }
        array_map(unlink(...), [...(glob("$folder/code/*") ?: []), "$folder/serve.php", "$folder/log"]);
        rmdir("$folder/code");
        rmdir($folder);
    }
}

/** @return list<string>|null of the PHP that serves; NULL: there is no opcache */
function options(): ?array
{
    $file = ini_get('extension_dir') . '/opcache.so';
    if (!is_file($file) && !extension_loaded('Zend OPcache')) {
        return null;
    }

    return [
        ...(is_file($file) ? ['-d', "zend_extension=$file"] : []),
        '-d', 'opcache.enable=1', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.interned_strings_buffer=8', '-d', 'display_errors=1',
        '-d', 'extension=' . realpath((getenv('BUILD') ?: 'build') . '/lyo.so'),
    ];
}

/** Code with 50 keys; with those of the other files more than a shape can have. */
function code(int $file): string
{
    $keys = ["first_of_code_$file"];
    for ($i = 0; $i < 50; $i++) {
        $keys[] = "key_{$i}_of_code_$file" . str_repeat('x', ($i + $file) % 9);
    }

    return '<?php return ' . var_export(array_flip($keys), true) . ";\n";
}

function free_port(): int
{
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    $name = $socket === false ? '' : (string) stream_socket_get_name($socket, false);

    return (int) substr($name, (int) strrpos($name, ':') + 1);
}

function ask(int $port, int $turns): int
{
    $said = '';
    for ($turn = 0; $turn < $turns; $turn++) {
        $said = answer("http://127.0.0.1:$port/?turn=$turn" . ($turn === $turns - 1 ? '&last' : ''), $turn === 0);
        if (!str_starts_with($said, 'restarts: ')) {
            echo "restarts: FAILED, $said\n";

            return 1;
        }
    }
    $restarts = (int) substr($said, strlen('restarts: '));
    echo "restarts: $turns requests, the process was started anew by opcache_reset() $restarts times, all values were the same\n";

    return $restarts >= $turns - 1 ? 0 : 1; // the last one would come with the next request
}

function answer(string $url, bool $starting): string
{
    for ($try = 0; $try < ($starting ? 200 : 1); $try++) {
        $said = @file_get_contents($url);
        if ($said !== false) {
            return $said;
        }
        usleep(50_000);
    }

    return 'the server does not answer';
}
