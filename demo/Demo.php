<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Lyo\Samples\Samples;
use Lyo\Tools\Measure\Processor;
use Lyo\Tools\MeasureCommand;
use RuntimeException;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: samples in, tables out. */
final class Demo
{
    public function run(): void
    {
        (new SingleCommandApplication())
            ->setName('Lyo demo')
            ->addOption('details', null, InputOption::VALUE_NONE, 'every number of every sample')
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, "Composer's autoloader")
            ->setCode($this->show(...))
            ->run();
    }

    private function show(InputInterface $input, OutputInterface $output): int
    {
        if (!function_exists('lyo_serialize')) {
            throw new RuntimeException('lyo_serialize() does not exist: `make demo` runs PHP with the extension loaded');
        }
        $start = hrtime(true);
        $codecs = Codec::all();
        $files = $this->files($codecs);
        $output->writeln($this->introduction($codecs));
        $processor = new Processor();
        $processor->start();
        $trials = $this->trials($codecs, $files, $output);
        $processor->stop();
        $report = new Report($output, $trials, $codecs);
        $report->summary();
        $hint = Load::during($processor)->hint();
        if ($hint !== null) {
            $output->writeln("<comment>$hint</>");
        }
        $output->writeln('');
        $faults = $this->conclusion($trials, $files, $output, (hrtime(true) - $start) / 1e9);
        $input->getOption('details') === true ? $report->details() : $report->samples();
        $output->writeln('');
        $output->writeln(['Try it: <info>php -n -d extension=$PWD/build/lyo.so \\', '  -r \'var_dump(lyo_unserialize(lyo_serialize($_SERVER)));\'</>']);
        $output->writeln('');
        $measured = $this->ownValues($files['serialize'], $output);
        $output->writeln('');
        $autoload = $input->getOption('autoload');
        $wished = (new Wish(self::folder(), is_string($autoload) ? $autoload : dirname(__DIR__) . '/vendor/autoload.php'))->show($output);

        return $faults === 0 && $measured && $wished ? 0 : 1;
    }

    /**
     * @param array<string, Codec> $codecs
     * @return array<string, CacheFile>
     */
    private function files(array $codecs): array
    {
        return array_map(static fn(): CacheFile => new CacheFile(self::folder()), $codecs);
    }

    private static function folder(): string
    {
        $folder = (getenv('BUILD') ?: dirname(__DIR__) . '/build') . '/demo';
        if (!is_dir($folder) && !mkdir($folder, recursive: true)) {
            throw new RuntimeException('cannot make ' . $folder);
        }

        return $folder;
    }

    /**
     * @param array<string, Codec> $codecs
     * @return list<string>
     */
    private function introduction(array $codecs): array
    {
        $versions = ['PHP ' . PHP_VERSION, 'lyo ' . phpversion('lyo')];
        if (isset($codecs['igbinary'])) {
            $versions[] = 'igbinary ' . phpversion('igbinary');
        }

        return [
            '<options=bold>Lyo</> turns PHP values into bytes and back: for caches, sessions and queues.',
            count(Samples::names()) . ' values of this machine go into SQLite files and come back, in ' . count($codecs) . ' formats.',
            '<fg=gray>' . implode(', ', $versions) . '. Times: medians of interleaved rounds.</>',
            '',
            'Geometric means over all values. serialize() is 100 %; <options=bold>less is better</>.',
        ];
    }

    /**
     * @param array<string, Codec> $codecs
     * @param array<string, CacheFile> $files
     * @return list<SampleRun>
     */
    private function trials(array $codecs, array $files, OutputInterface $output): array
    {
        $terminal = $output instanceof ConsoleOutputInterface && $output->getErrorOutput()->isDecorated();
        $progress = new ProgressBar($terminal ? $output->getErrorOutput() : new NullOutput(), count(Samples::names()));
        $progress->setFormat(' %current%/%max% [%bar%] %message%');
        $trials = [];
        foreach (Samples::names() as $name) {
            $progress->setMessage($name);
            $progress->display();
            $trial = new SampleRun($name, Samples::get($name), $codecs, $files);
            // What a codec says about a value that it cannot hold is in the table.
            set_error_handler(static fn(): bool => true);
            try {
                $trial->run();
            } finally {
                restore_error_handler();
            }
            $trials[] = $trial;
            $progress->advance();
        }
        $progress->clear();

        return $trials;
    }

    /**
     * @param list<SampleRun> $trials
     * @param array<string, CacheFile> $files
     */
    private function conclusion(array $trials, array $files, OutputInterface $output, float $seconds): int
    {
        $faults = 0;
        foreach ($trials as $trial) {
            foreach (array_intersect($trial->changed, ['serialize', 'lyo']) as $name) {
                $output->writeln("<error>$trial->name did not come back identical with $name</>");
                $faults++;
            }
        }
        $counts = $sizes = [];
        foreach ($files as $name => $file) {
            $same = count(array_filter($trials, static fn(SampleRun $trial): bool => isset($trial->costs[$name])));
            $counts[] = "$name $same";
            $sizes[] = sprintf('%s %.1f MB', $name, $file->bytes() / 1e6);
        }
        $output->writeln(sprintf('Came back identical, of %d values: %s.', count($trials), implode(', ', $counts)));
        $output->writeln(sprintf('Cache files: %s. %.0f s.', implode(', ', $sizes), $seconds));
        $output->writeln('');
        $output->writeln('Each value: igb (igbinary) and lyo in per cent of native, which is serialize().');
        $output->writeln('A dash: the value did not come back identical.');

        return $faults;
    }

    /** Runs bin/lyo measure on one of the cache files. */
    private function ownValues(CacheFile $file, OutputInterface $output): bool
    {
        $folder = self::folder();
        $file->keep("$folder/cache.sqlite");
        $near = str_starts_with($folder, getcwd() . '/') ? substr($folder, strlen((string) getcwd()) + 1) : $folder;
        $output->writeln('The same for your own values:');
        $output->writeln('');
        $output->writeln("<info>php -d extension=\$PWD/build/lyo.so bin/lyo measure $near/cache.sqlite \\\n  --autoload=demo/autoload.php --report=$near/report.html</>");
        $arguments = ['source' => ["$near/cache.sqlite"], '--autoload' => __DIR__ . '/autoload.php', '--report' => "$near/report.html"];

        return (new MeasureCommand())->run(new ArrayInput($arguments), $output) === 0;
    }
}
