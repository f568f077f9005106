<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Puts output of the project into documents, between "<!-- generated: … -->" and "<!-- /generated -->":
//
//   README.md         example, example output: demo/example.php and what it prints
//   docs/demo.md      demo: what `make demo` prints
//   docs/measure.md   measure: what bin/lyo measure prints at the end of the demo
//
// The last two are written only with PHP 8.4 or newer, because the figures in documents belong to that version.
//
//   php -n -d extension=build/lyo.so tools/gen-readme.php [--check]
//
// `make readme` calls it. --check changes nothing, and exits 1 if a document is out of date. Of demo and measure it checks only the
// width, because their times differ in each run.

declare(strict_types=1);

const ROOT = __DIR__ . '/..';
const FILES = ['example' => 'README.md', 'example output' => 'README.md', 'demo' => 'docs/demo.md', 'measure' => 'docs/measure.md'];
const EXAMPLE = __DIR__ . '/../demo/example.php';
const WIDTH = 80;

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
    [$demo, $measure] = demo();
    $blocks['demo'] = static fn(): string => fenced('', $demo);
    $blocks['measure'] = static fn(): string => fenced('', $measure);
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
foreach (['demo', 'measure'] as $name) {
    $width = widest(block($fresh[FILES[$name]], $name));
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
