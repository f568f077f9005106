<?php

declare(strict_types=1);

namespace Lyo\Demo;

use RuntimeException;
use Symfony\Component\Console\Output\OutputInterface;

/** What happens to a site that gets Lyo, loses the extension, gets it back, and takes the package out: demo/site.php in each of these states. */
final class Wish
{
    private const STEPS = [
        ['without Lyo', false, false],
        ['package added, nothing set', true, true],
        ['extension lost', true, false],
        ['extension is back', true, true],
        ['package taken out', false, false],
    ];

    private readonly string $database;

    public function __construct(string $folder, private readonly string $autoload)
    {
        $path = tempnam($folder, 'site-');
        $this->database = $path !== false ? $path : throw new RuntimeException("cannot make a file in $folder");
    }

    public function __destruct()
    {
        unlink($this->database);
    }

    /** Prints a line for each state. Returns false if a page was another one, or PHP has reported an error. */
    public function show(OutputInterface $output): bool
    {
        $output->writeln('A site with symfony/cache, and what happens to it. Each line: the page at first, and after its values were stored once.');
        $output->writeln('                            page   in the cache     processor time   errors');
        $first = null;
        $good = true;
        foreach (self::STEPS as [$name, $lyo, $extension]) {
            $before = $first === null ? null : $this->site($lyo, $extension, false);
            $after = $this->site($lyo, $extension, true);
            $first ??= $after;
            $same = $after['page'] === $first['page'] && ($before === null || $before['page'] === $first['page']);
            $errors = $after['errors'] + ($before['errors'] ?? 0);
            $good = $good && $same && $errors === 0;
            $output->writeln(sprintf(
                '%-27s %s %6.1f kB %s %s %6d',
                $name,
                $same ? ' same' : 'OTHER',
                $after['bytes'] / 1000,
                $before === null ? '        ' : sprintf('%5.2f ms,', $before['seconds'] * 1000),
                sprintf('%5.2f ms', $after['seconds'] * 1000),
                $errors,
            ));
        }
        return $good;
    }

    /** @return array{page: string, missing: int, bytes: int, seconds: float, errors: int} */
    private function site(bool $lyo, bool $extension, bool $write): array
    {
        $command = [PHP_BINARY, '-n'];
        foreach (['pdo', 'pdo_sqlite', 'mbstring', 'tokenizer', 'ctype'] as $module) {
            array_push($command, ...extension_loaded($module) && is_file(ini_get('extension_dir') . "/$module.so") ? ['-d', "extension=$module"] : []);
        }
        if ($extension) {
            array_push($command, '-d', 'extension=' . self::extension());
        }
        array_push($command, __DIR__ . '/site.php', "--autoload=$this->autoload", "--database=$this->database", ...$lyo ? ['--lyo'] : [], ...$write ? ['--write'] : []);
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $answer = is_resource($process) ? json_decode((string) stream_get_contents($pipes[1]), true) : null;
        $status = is_resource($process) ? proc_close($process) : 1;
        if ($status !== 0 || !is_array($answer)) {
            throw new RuntimeException("demo/site.php ended with $status");
        }
        /** @var array{page: string, missing: int, bytes: int, seconds: float, errors: int} */
        return $answer;
    }

    private static function extension(): string
    {
        return (getenv('BUILD') ?: dirname(__DIR__) . '/build') . '/lyo.so';
    }
}
