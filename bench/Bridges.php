<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Corpus\Corpus;
use RuntimeException;

/** Starts a worker for each application of the corpus and prints the table. */
final class Bridges
{
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', 'igbinary', '?msgpack', 'redis'];

    public function run(): int
    {
        $corpus = Corpus::find();
        if ($corpus === null) {
            echo "bridges: SKIPPED, there is no corpus (bin/corpus makes one; LYO_CORPUS names another place)\n";
            return 0;
        }
        $folder = sys_get_temp_dir() . '/lyo-bench-' . getmypid();
        mkdir($folder, 0700);
        $servers = new Servers($folder, ['redis-server']);
        $build = realpath(getenv('BUILD') ?: 'build');
        $environment = $servers->variables() + ['BRIDGE_PROJECT' => 'symfony-7'] + getenv();
        /** @var array<string, array<string, array<string, array<string, list<float>>>>> $measured store, marshaller, figure, application */
        $measured = [];
        foreach (array_keys($corpus->files()) as $application) {
            $command = [...Runner::php([...self::MODULES, "$build/lyo.so"]), '-d', 'opcache.enable_cli=0', __DIR__ . '/bridges.php', $application];
            $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, null, $environment);
            while ($process !== false && ($line = fgets($pipes[1])) !== false) {
                /** @var array<string, array<string, array<string, float>>> $round */
                $round = json_decode($line, true, 8, JSON_THROW_ON_ERROR);
                foreach ($round as $store => $marshallers) {
                    foreach ($marshallers as $name => $figures) {
                        foreach ($figures as $figure => $amount) {
                            $measured[$store][$name][$figure][$application][] = $amount;
                            $measured[$store][$name]["$figure ratio"][$application][] = $amount / $marshallers['default'][$figure];
                        }
                    }
                }
            }
            if ($process === false || proc_close($process) !== 0) {
                throw new RuntimeException("the worker for $application failed");
            }
        }
        $servers->stop();
        exec('rm -rf ' . escapeshellarg($folder));
        echo "| store | marshaller | requests a second | of the default's | memory of a request, kB | of the default's |\n| --- | --- | ---: | ---: | ---: | ---: |\n";
        foreach ($measured as $store => $marshallers) {
            foreach (BridgeWorker::MARSHALLERS as $name) {
                $figures = $marshallers[$name];
                printf(
                    "| %s | %s | %s | %.2f | %s | %.2f |\n",
                    $store,
                    $name,
                    number_format(1 / self::mean($figures['seconds'])),
                    1 / self::mean($figures['seconds ratio']),
                    number_format(self::mean($figures['memory']) / 1000),
                    self::mean($figures['memory ratio']),
                );
            }
        }
        return 0;
    }

    /** @param array<string, list<float>> $rounds of each application: the geometric mean of their medians */
    private static function mean(array $rounds): float
    {
        $sum = 0.0;
        foreach ($rounds as $amounts) {
            sort($amounts);
            $sum += log(max(1e-9, $amounts[intdiv(count($amounts), 2)]));
        }
        return exp($sum / count($rounds));
    }
}
