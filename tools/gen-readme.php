<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Puts output of the project into documents, between "<!-- generated: … -->" and "<!-- /generated -->":
//
//   README.md         example, example output: demo/example.php and what it prints
//   docs/demo.md      demo: what `make demo` prints
//   docs/measure.md   measure: what bin/lyo measure prints at the end of the demo; docs/measure.png: its report
//
// The last two are written only with PHP 8.4 or newer, because the figures in documents belong to that version. The picture needs
// Chromium: the program that CHROMIUM in the environment names, or one of its usual names.
//
//   php -n -d extension=build/lyo.so tools/gen-readme.php [--check]
//
// `make readme` calls it. --check changes nothing, and exits 1 if a document is out of date. Of demo and measure it checks only the
// width, because their times differ in each run, and that the picture is of the run that docs/measure.md shows.

declare(strict_types=1);

const ROOT = __DIR__ . '/..';
const FILES = ['example' => 'README.md', 'example output' => 'README.md', 'demo' => 'docs/demo.md', 'measure' => 'docs/measure.md'];
const EXAMPLE = __DIR__ . '/../demo/example.php';
const WIDTH = 80;
const PICTURE = __DIR__ . '/../docs/measure.png';
const PICTURE_SIZE = '900,1700';

function stop(string $message): never
{
    fwrite(STDERR, "gen-readme: $message\n");
    exit(1);
}

/** @return string what stands between the markers */
function block(string $text, string $name): string
{
    if (preg_match(pattern($name), $text, $found) !== 1) {
        stop(FILES[$name] . " has no block \"$name\"");
    }

    return $found[2];
}

function pattern(string $name): string
{
    return '~(<!-- generated: ' . preg_quote($name, '~') . " -->\n)(.*?)(<!-- /generated -->)~s";
}

function fenced(string $language, string $text): string
{
    return "```$language\n" . rtrim($text) . "\n```\n";
}

function example(): string
{
    $source = (string) file_get_contents(EXAMPLE);

    return fenced('php', (string) preg_replace('/^<\?php\s+declare\(strict_types=1\);\s+/', '', $source));
}

function exampleOutput(): string
{
    ob_start();
    require EXAMPLE;

    return fenced('', (string) ob_get_clean());
}

/** @return array{string, string} the demo's own tables, and what bin/lyo measure says at the end */
function demo(): array
{
    exec('make --no-print-directory -C ' . escapeshellarg(dirname(__DIR__)) . ' demo', $lines, $status);
    $status === 0 || stop('make demo failed');
    $text = strstr(implode("\n", array_map(rtrim(...), $lines)), 'Lyo turns');
    $parts = explode("The same for your own values:\n\n", $text === false ? stop('make demo printed no table') : $text);

    return [$parts[0], $parts[1] ?? stop('make demo measured nothing at its end')];
}

/** The command that runs Chromium. */
function chromium(): string
{
    foreach (array_filter([getenv('CHROMIUM'), 'chromium', 'chromium-browser', 'google-chrome']) as $program) {
        $path = exec('command -v ' . escapeshellarg($program));
        if ($path !== false && $path !== '') {
            return $path;
        }
    }
    stop('docs/measure.png needs Chromium: apt-get install chromium, or CHROMIUM=/path/to/it');
}

/** Draws the first part of a report: down to the charts of all values together. */
function photograph(string $chromium, string $report): void
{
    $page = (string) file_get_contents($report);
    $end = strpos($page, '<h2>Each value</h2>');
    $end === false && stop("$report has no part \"Each value\"");
    $folder = dirname($report) . '/picture';
    is_dir($folder) || mkdir($folder);
    file_put_contents("$folder/page.html", substr($page, 0, $end) . '</body></html>');
    $options = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb', "--user-data-dir=$folder/profile", '--window-size=' . PICTURE_SIZE, "--screenshot=$folder/page.png"];
    exec(implode(' ', array_map(escapeshellarg(...), [$chromium, ...$options, "file://$folder/page.html"])) . ' 2>&1', $output, $status);
    $status === 0 && is_file("$folder/page.png") || stop("$chromium made no picture: " . implode("\n", $output));
    copy("$folder/page.png", PICTURE);
}

/** A line that only readers of the source see: it binds the picture to the text of its run. */
function pictureMark(): string
{
    return '<!-- docs/measure.png of this run has the SHA-256 ' . hash_file('sha256', PICTURE) . " -->\n";
}

/** The width of a line without double-width and combining characters. */
function widest(string $text): int
{
    return max(array_map(static fn(string $line): int => mb_strlen($line, 'UTF-8'), explode("\n", $text)));
}

$check = in_array('--check', (array) ($_SERVER['argv'] ?? []), true);
$documents = array_map(static fn(string $file): string => (string) file_get_contents(ROOT . "/$file"), array_combine(FILES, FILES));
$blocks = ['example' => example(...)];
if (extension_loaded('lyo')) {
    $blocks['example output'] = exampleOutput(...);
} elseif (!$check) {
    stop('run it with the extension loaded');
}
if (!$check && PHP_VERSION_ID >= 80400) {
    $chromium = chromium();
    [$demo, $measure] = demo();
    photograph($chromium, (string) realpath(ROOT . '/' . (getenv('BUILD') ?: 'build') . '/demo/report.html'));
    $blocks['demo'] = static fn(): string => fenced('', $demo);
    $blocks['measure'] = static fn(): string => fenced('', $measure) . pictureMark();
} elseif (!$check) {
    fwrite(STDERR, "gen-readme: the demo is left as it is, PHP 8.4 or newer shows what most readers get\n");
}

$fresh = $documents;
foreach ($blocks as $name => $make) {
    $file = FILES[$name];
    block($fresh[$file], $name);
    $text = $make();
    $fresh[$file] = (string) preg_replace_callback(pattern($name), static fn(array $part): string => $part[1] . $text . $part[3], $fresh[$file]);
}

preg_match('/^PHP (8\.[4-9]|9)/m', block($fresh['docs/demo.md'], 'demo')) === 1 || stop('the demo is of a PHP older than 8.4; `make readme` there writes it');
str_contains(block($fresh['docs/measure.md'], 'measure'), ' build/demo/cache.sqlite ') || stop('docs/measure.md is of another folder than build; `make readme` without BUILD writes it');
str_ends_with(block($fresh['docs/measure.md'], 'measure'), pictureMark()) || stop('docs/measure.png is of another run than docs/measure.md; `make readme` makes both');
foreach (['demo', 'measure'] as $name) {
    $width = widest((string) strstr(block($fresh[FILES[$name]], $name), '<!--', true) ?: block($fresh[FILES[$name]], $name));
    $width <= WIDTH || stop("the block \"$name\" has $width columns, more than " . WIDTH);
}
foreach ($fresh as $file => $text) {
    if ($check) {
        $text === $documents[$file] || stop("$file is not what demo/example.php is or prints; `make readme` writes it");
    } elseif ($text !== $documents[$file]) {
        file_put_contents(ROOT . "/$file", $text);
        echo "wrote $file\n";
    }
}
$check && print('gen-readme: ' . count(FILES) . " blocks, README.md shows the example as it is\n");
