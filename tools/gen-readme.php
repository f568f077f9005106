<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Puts into README.md what a run of the project prints, between "<!-- generated: … -->" and "<!-- /generated -->":
//
//   example, example output   demo/example.php and what it prints
//   demo, measure             what `make demo` prints, and bin/lyo measure at its end; with PHP 8.4 or newer only: figures in documents
//                             are of that version
//
//   php -n -d extension=build/lyo.so tools/gen-readme.php [--check]
//
// `make readme` calls it. --check changes nothing, leaves the demo (its times are of that day) alone but for its width,
// and exits 1 when README.md is not what it would write.

declare(strict_types=1);

const README = __DIR__ . '/../README.md';
const EXAMPLE = __DIR__ . '/../demo/example.php';
const WIDTH = 100;

function stop(string $message): never
{
    fwrite(STDERR, "gen-readme: $message\n");
    exit(1);
}

/** @return string what stands between the markers */
function block(string $readme, string $name): string
{
    if (preg_match(pattern($name), $readme, $found) !== 1) {
        stop("README.md has no block \"$name\"");
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

/** Characters, as long as none of them is double or combining. */
function widest(string $text): int
{
    return max(array_map(static fn(string $line): int => mb_strlen($line, 'UTF-8'), explode("\n", $text)));
}

$check = in_array('--check', (array) ($_SERVER['argv'] ?? []), true);
$readme = (string) file_get_contents(README);
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

$fresh = $readme;
foreach ($blocks as $name => $make) {
    block($fresh, $name);
    $text = $make();
    $fresh = (string) preg_replace_callback(pattern($name), static fn(array $part): string => $part[1] . $text . $part[3], $fresh);
}

preg_match('/^PHP (8\.[4-9]|9)/m', block($fresh, 'demo')) === 1 || stop('the demo is of a PHP older than 8.4; `make readme` there writes it');
foreach (['demo', 'measure'] as $name) {
    $width = widest(block($fresh, $name));
    $width <= WIDTH || stop("the block \"$name\" has $width columns, more than " . WIDTH);
}
if ($check) {
    $fresh === $readme || stop('README.md is not what demo/example.php is or prints; `make readme` writes it');
    echo "gen-readme: README.md shows the example as it is\n";
} elseif ($fresh !== $readme) {
    file_put_contents(README, $fresh);
    echo "wrote README.md\n";
}
