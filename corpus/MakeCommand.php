<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Corpus;

use RuntimeException;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: makes a corpus of values from applications that are built from public packages. */
final class MakeCommand
{
    /** What a corpus must have, to say something of sites in general. */
    private const LEAST_VALUES = 300;

    private const LEAST_BYTES = 5_000_000;

    private const MOST_BYTES = 50_000_000;

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('corpus')
            ->setDescription('Makes a directory of values as applications store them, with a manifest')
            ->addArgument('directory', InputArgument::OPTIONAL, 'where; default: build/corpus')
            ->addOption('only', null, InputOption::VALUE_REQUIRED, 'one application alone, without a manifest: to try its values')
            ->addOption('lock', null, InputOption::VALUE_NONE, 'write the lock files anew, with the newest versions that are allowed; make no value')
            ->setCode(static fn(InputInterface $input, OutputInterface $output): int => self::run($input, $output));

        return $command;
    }

    private static function run(InputInterface $input, OutputInterface $output): int
    {
        $named = $input->getArgument('directory');
        $directory = is_string($named) ? $named : (getenv('BUILD') ?: dirname(__DIR__) . '/build') . '/corpus';
        is_dir($directory) || mkdir($directory, recursive: true);
        $directory = (string) realpath($directory);
        $only = $input->getOption('only');
        $projects = array_filter(Project::all($directory), static fn(Project $project): bool => $only === null || $project->name === $only);
        if ($projects === []) {
            throw new RuntimeException('there is no such application');
        }
        if ($input->getOption('lock') === true) {
            array_map(static fn(Project $project) => $project->lock(), $projects);

            return 0;
        }
        $manifest = $directory . '/manifest.tsv';
        is_file($manifest) && unlink($manifest); // stands there again when all is complete
        $lines = [];
        foreach ($projects as $project) {
            $project->install($output);
            $values = $project->record();
            $output->writeln(sprintf('%-10s %4d values, %11s bytes', $project->name, count($values), number_format(self::bytes($values))));
            array_push($lines, ...$values);
        }
        if ($only !== null) {
            return 0;
        }
        $bytes = self::bytes($lines);
        if (count($lines) < self::LEAST_VALUES || $bytes < self::LEAST_BYTES || $bytes > self::MOST_BYTES) {
            throw new RuntimeException(count($lines) . " values of $bytes bytes are not what a corpus must have");
        }
        copy(__DIR__ . '/classes.php', $directory . '/classes.php');
        file_put_contents($manifest, implode("\n", [implode("\t", Recorder::COLUMNS), ...$lines]) . "\n");
        $output->writeln(sprintf('%-10s %4d values, %11s bytes in %s; sha256 of all %s', 'corpus', count($lines), number_format($bytes), $directory, self::hash($directory, $lines)));

        return 0;
    }

    /** @param list<string> $lines of the manifest */
    private static function bytes(array $lines): int
    {
        return array_sum(array_map(static fn(string $line): int => (int) explode("\t", $line)[3], $lines));
    }

    /** @param list<string> $lines of the manifest */
    private static function hash(string $directory, array $lines): string
    {
        $hash = hash_init('sha256');
        foreach ($lines as $line) {
            hash_update($hash, $line . "\n");
            hash_update_file($hash, $directory . '/' . explode("\t", $line)[0]);
        }

        return substr(hash_final($hash), 0, 16);
    }
}
