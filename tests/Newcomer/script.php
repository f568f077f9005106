<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   [SECTION=HEADING] php tests/Newcomer/script.php PAGE [LANGUAGE...]
//
// Prints a shell script that does what a document says, in its order, as somebody would who follows it as root in a new Debian (run.sh):
//
//   sh        is run in the clone, and must succeed
//   console   each "$ command" is run; its output must be the lines after it
//   php       is stored under the name after the language, or run; the block after the line "prints" must be its output
//   ini       settings of PHP for all later blocks
//
// "Run `COMMAND` once" in a sentence is run at its place, too.
//
// Blocks after "<!-- not run: why -->" are also run if REASONS has the reason. Their output belongs to another machine, so they must only
// succeed. Blocks after "<!-- run by: … -->" are left out, except those of this test. Languages that are not named are left out, too
// (default: all four). The document may have the version 8.4 if this PHP is another one.

declare(strict_types=1);

const REASONS = ['needs root', 'needs a Redis', 'shows versions of this build', 'shows versions of your machine', 'shows settings of your machine'];

function isRun(string $mark, string $reason): bool
{
    return match ($mark) {
        '' => true,
        'not run' => in_array($reason, REASONS, true),
        default => $reason === 'tests/Newcomer/run.sh',
    };
}

function here(string $text): string
{
    $end = 'END-OF-BLOCK';

    return "<<'$end'\n" . rtrim($text, "\n") . "\n$end\n";
}

$page = $argv[1] ?? '';
$languages = array_slice($argv, 2) ?: ['sh', 'console', 'php', 'ini'];
$text = (string) @file_get_contents(__DIR__ . "/../../$page");
if (($section = (string) getenv('SECTION')) !== '') {
    if (preg_match('/^## ' . preg_quote($section, '/') . '\n.*?(?=^## |\z)/ms', $text, $only, PREG_OFFSET_CAPTURE) !== 1) {
        fwrite(STDERR, "newcomer: $page has no section \"$section\"\n");
        exit(2);
    }
    $text = str_repeat("\n", substr_count($text, "\n", 0, $only[0][1])) . $only[0][0]; // the numbers of lines stay
}
$pattern = '/^(?:<!-- (not run|run by): (.+?) -->\n)?```([^\n`]*)\n(.*?)^```$/ms';
if (preg_match_all($pattern, $text, $blocks, PREG_SET_ORDER | PREG_OFFSET_CAPTURE) < 1) {
    fwrite(STDERR, "newcomer: $page has no blocks\n");
    exit(2);
}

/** @var list<array{place: string, language: string, file: string, code: string, prints: ?string, compared: bool}> $samples */
$samples = [];
$left = 0;
$end = 0;
foreach ($blocks as $block) {
    $before = rtrim(substr($text, 0, (int) $block[0][1]));
    if (preg_match('/\brun `([^`]+)`\s+once\b/', substr($before, $end), $sentence) === 1) {
        $place = $page . ':' . (substr_count($before, "\n") + 1);
        $samples[] = ['place' => $place, 'language' => 'sh', 'file' => '', 'code' => $sentence[1], 'prints' => null, 'compared' => true];
    }
    $end = (int) $block[0][1] + strlen($block[0][0]);
    if ($block[3][0] === '' && str_ends_with($before, "\n\nprints") && $samples !== []) {
        $last = array_pop($samples);
        $samples[] = ['prints' => $block[4][0]] + $last;
        continue;
    }
    [$language, $file] = explode(' ', $block[3][0], 2) + [1 => ''];
    if (!isRun($block[1][0], $block[2][0]) || !in_array($language, $languages, true)) {
        $left++;
        continue;
    }
    $place = $page . ':' . (substr_count($text, "\n", 0, (int) $block[0][1]) + 1);
    $samples[] = ['place' => $place, 'language' => $language, 'file' => $file, 'code' => $block[4][0], 'prints' => null, 'compared' => $block[1][0] !== 'not run'];
}

echo "left=$left\n";
foreach ($samples as $number => $sample) {
    ['place' => $place, 'language' => $language, 'file' => $file, 'code' => $code, 'prints' => $prints] = $sample;
    if ($file !== '') {
        echo "store '$file' ", here($code);
    } elseif ($language === 'ini') {
        echo "settings '$place' ", here($code);
    } elseif ($language === 'sh') {
        echo "block '$place' ", here("set -e\n" . preg_replace('~/etc/php/8\.\d/~', '/etc/php/$PHP_VERSION/', $code));
    } elseif ($language === 'console') {
        foreach (preg_split('/^(?=\$ )/m', $code, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $example) {
            [$command, $expected] = explode("\n", $example, 2) + [1 => ''];
            while (str_ends_with($command, '\\')) {
                [$more, $expected] = explode("\n", $expected, 2) + [1 => ''];
                $command .= "\n$more";
            }
            echo $sample['compared'] ? 'expect ' . here($expected) : '', "block '$place' ", here(substr($command, 2));
        }
    } else {
        $name = "sample-$number.php";
        echo "store '$name' ", here(str_starts_with($code, '<?php') ? $code : "<?php\nis_file('vendor/autoload.php') && require 'vendor/autoload.php';\n$code");
        echo $prints === null ? '' : 'expect ' . here($prints), "block '$place' ", here("php $name");
    }
}
