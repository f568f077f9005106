<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Doctor\Doctor;
use Lyo\Tools\Doctor\Environment;
use Lyo\Tools\Doctor\Finding;
use Lyo\Tools\Doctor\Severity;
use Lyo\Tools\Dump\Text;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputOption;

use function array_filter;
use function array_map;
use function array_values;
use function count;
use function implode;
use function max;
use function min;
use function str_pad;
use function wordwrap;

/** Looks at the PHP that runs it. */
#[AsCommand('doctor', 'Find settings of this PHP that cost bytes, time or safety')]
final class DoctorCommand extends Command
{
    private const COLOURS = ['ok' => 'green', 'note' => 'cyan', 'warning' => 'yellow', 'error' => 'red'];

    protected function configure(): void
    {
        $this->addOption('all', 'a', InputOption::VALUE_NONE, 'Also show the checks that passed')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Checks the version, the extensions and the settings of the PHP that runs it.
                Each finding says what it has found, why it matters, and what to do. Nothing
                is changed, and no store is read. Web pages may have other settings; the
                second example checks those of PHP-FPM.

                  <info>%command.full_name%</info>
                  <info>PHP_INI_SCAN_DIR=/etc/php/8.4/fpm/conf.d php -c /etc/php/8.4/fpm/php.ini %command.full_name%</info>
                  <info>%command.full_name% --format=json | jq -e '[.findings[] | select(.severity == "error")] | length == 0'</info>

                Exit codes:
                  0 done, whatever was found
                  1 the output cannot be written
                  2 wrong use
                HELP);
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        $php = Environment::current();
        $findings = Doctor::examine($php);
        if ($format === 'json') {
            $output->write(Text::json([
                'php' => $php->version,
                'sapi' => $php->sapi,
                'extensions' => (object) $php->extensions,
                'findings' => array_map(static fn(Finding $finding): array => ['severity' => $finding->severity->value, 'topic' => $finding->topic, 'what' => $finding->what, 'why' => $finding->why, 'todo' => $finding->todo], $findings),
                'readers' => Doctor::readers($php),
            ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR) . "\n");
            return ExitCode::DONE;
        }
        $columns = $output->isTerminal() ? max(40, min(100, Output::width())) : 100;
        $topic = '';
        foreach ($findings as $finding) {
            if ($finding->topic !== $topic) {
                $output->write(($topic === '' ? '' : "\n") . $output->heading($topic = $finding->topic) . "\n");
            }
            self::finding($finding, $columns, $options->flag('all'), $output);
        }
        $output->write("\n" . $output->heading('who reads what') . "\n");
        foreach (Doctor::readers($php) as $row) {
            $output->write(self::wrap("$row[format]: read by " . implode(', ', $row['read']) . ($row['written'] === [] ? '; written by nothing here' : '; written by ' . implode(', ', $row['written'])), '  ', $columns));
        }
        $counts = [];
        foreach ([Severity::Error, Severity::Warning, Severity::Note] as $severity) {
            $count = count(array_values(array_filter($findings, static fn(Finding $finding): bool => $finding->severity === $severity)));
            $counts[] = Text::count($count, $severity->value);
        }
        $output->write("\n" . implode(', ', $counts) . "\n");
        return ExitCode::DONE;
    }

    private static function finding(Finding $finding, int $columns, bool $all, Output $output): void
    {
        $severity = $finding->severity->value;
        $mark = $output->colour(str_pad($severity, 7), self::COLOURS[$severity]);
        $lines = self::wrap($finding->what, '           ', $columns);
        $output->write("  $mark  " . substr($lines, 11));
        if ($finding->why !== '' && ($finding->severity !== Severity::Ok || $all)) {
            $output->write(self::wrap($finding->why, '           ', $columns));
        }
        if ($finding->todo !== '') {
            $output->write($output->colour(rtrim(self::wrap("→ $finding->todo", '           ', $columns)), 'green') . "\n");
        }
    }

    private static function wrap(string $text, string $indent, int $columns): string
    {
        return $indent . wordwrap($text, $columns - strlen($indent), "\n$indent") . "\n";
    }
}
