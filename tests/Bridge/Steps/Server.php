<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Steps;

use Lyo\Bench\Published\Fpm;
use RuntimeException;

/**
 * A web server with OPcache for one page: php-fpm with one worker, or where that is missing the server of PHP's command line. It can run below
 * callgrind, which counts what each request executes.
 */
final class Server
{
    /** Requests before those that are counted: OPcache has all files then, and nothing is missing in the store. */
    private const WARM = 2;
    /** Requests that are counted: some do more, for example delete old files. */
    private const COUNTED = 3;
    /** How long a request may take; below callgrind 10 times as long. */
    private const SECONDS = 90;

    private readonly string $address;
    /** @var resource */
    private $process;
    private readonly bool $isFpm;

    /**
     * @param list<string> $php a command
     * @param array<string, string> $environment
     * @param bool $isCounted whether it runs below callgrind
     * @param int $warm requests before those that are counted
     */
    public function __construct(array $php, private readonly string $script, array $environment, private readonly string $folder, private readonly bool $isCounted, private readonly int $warm = self::WARM)
    {
        $fpm = self::fpm();
        $this->isFpm = $fpm !== null;
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $this->address = $probe === false ? '' : (string) stream_socket_get_name($probe, false);
        $probe === false || fclose($probe);
        $name = "$folder/server-" . strrchr($this->address, ':');
        array_map(unlink(...), glob("$folder/callgrind.out*") ?: []);
        $valgrind = $isCounted ? ['valgrind', '--tool=callgrind', "--callgrind-out-file=$folder/callgrind.out.%p", '--collect-atstart=no', '--toggle-collect=php_execute_script', '--dump-after=php_execute_script', '-q'] : [];
        $options = [...array_slice($php, 1), '-d', 'zend_extension=opcache', '-d', 'opcache.enable=1', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.validate_timestamps=0']; // the files would be looked at again after two seconds
        // They are compiled once, and not below callgrind. OPcache keeps in compiled code whether an extension is loaded.
        $compiled = "$folder/opcache-" . md5(implode($php));
        if (is_dir($compiled) || mkdir($compiled)) {
            array_push($options, '-d', "opcache.file_cache=$compiled");
        }
        if ($fpm === null) {
            $command = [...$valgrind, $php[0], ...$options, '-S', $this->address, '-t', dirname($script)];
        } else {
            $user = posix_geteuid() === 0 ? "user = root\ngroup = root\n" : '';
            file_put_contents("$name.conf", "[global]\nerror_log = $name.log\ndaemonize = no\n[www]\n{$user}listen = $this->address\npm = static\npm.max_children = 1\nclear_env = no\n");
            $command = [...$valgrind, $fpm, ...$options, '-F', ...$user === '' ? [] : ['-R'], '-y', "$name.conf"];
        }
        $log = ['file', "$folder/errors", 'w'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $folder, $environment);
        $this->process = $process === false ? throw new RuntimeException('the web server cannot be started') : $process;
        for ($i = 0; $i < self::SECONDS * 20; $i++) {
            $connection = @stream_socket_client("tcp://$this->address");
            if ($connection !== false) {
                fclose($connection);
                return;
            }
            usleep(50_000);
        }
        $this->stop();
        throw new RuntimeException('the web server does not answer');
    }

    /** The php-fpm of this PHP's version with what a request to it needs, if there is one. */
    public static function fpm(): ?string
    {
        return is_string(shell_exec('command -v cgi-fcgi')) && Fpm::missing() === null ? Fpm::program() : null;
    }

    /**
     * Asks for the page, and stops. Below callgrind it asks again, as often as is needed.
     *
     * @return array{string, int, string} what the first request gets; the least instructions of one, or 0; what the last request gets
     */
    public function page(): array
    {
        try {
            $first = $last = $this->request();
            for ($i = 0; $this->isCounted && $i < $this->warm + self::COUNTED - 1; $i++) {
                $last = $this->request();
            }
        } finally {
            $this->stop();
        }
        $counts = [];
        for ($i = $this->warm + 1; $i <= $this->warm + self::COUNTED; $i++) {
            $counts[] = $this->instructions($i);
        }
        $counts = array_filter($counts);
        return [$first, $counts === [] ? 0 : min($counts), $last];
    }

    /** Returns the instructions of a request, the first of which is 1; 0 if they were not counted. */
    public function instructions(int $request): int
    {
        $dump = implode('', array_map(static fn(string $file): string => (string) file_get_contents($file), glob("$this->folder/callgrind.out.*.$request") ?: []));
        return preg_match('/^(?:totals|summary): (\\d+)/m', $dump, $total) === 1 ? (int) $total[1] : 0;
    }

    public function request(): string
    {
        if (!$this->isFpm) {
            $context = stream_context_create(['http' => ['ignore_errors' => true, 'follow_location' => 0, 'timeout' => self::SECONDS]]);
            return (string) @file_get_contents("http://$this->address/" . basename($this->script), false, $context);
        }
        $environment = ['SCRIPT_FILENAME' => $this->script, 'SCRIPT_NAME' => '/' . basename($this->script), 'REQUEST_METHOD' => 'GET', 'PATH' => (string) getenv('PATH')];
        $client = proc_open(['timeout', (string) ($this->isCounted ? 10 * self::SECONDS : self::SECONDS), 'cgi-fcgi', '-bind', '-connect', $this->address], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', "$this->folder/errors", 'a']], $pipes, null, $environment);
        $answer = $client === false ? '' : (string) stream_get_contents($pipes[1]);
        $client === false || proc_close($client);
        return $answer;
    }

    public function stop(): void
    {
        if (is_resource($this->process)) {
            proc_terminate($this->process);
            proc_close($this->process);
        }
    }
}
