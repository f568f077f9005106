<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   lyo list --format=json | php packaging/gen-man.php DATE >lyo.1
//
// Makes the manual page of the command line from the help texts of its commands.

declare(strict_types=1);

/** Text for troff, so that no line is a request, and no backslash an escape. */
function troff(string $text): string
{
    $text = str_replace(['\\', '-'], ['\\e', '\\-'], strip_tags($text));

    return (string) preg_replace('/^([.\'])/m', '\\\\&$1', $text);
}

/** Paragraphs; indented lines are printed unchanged. */
function paragraphs(string $text): string
{
    $page = '';
    foreach (preg_split('/\n\s*\n/', trim(troff($text), "\n")) ?: [] as $paragraph) {
        $asItStands = str_starts_with($paragraph, '  ');
        $page .= ".PP\n" . ($asItStands ? ".nf\n$paragraph\n.fi\n" : "$paragraph\n");
    }

    return $page;
}

/** @param array{name: string, shortcut: string, accept_value: bool, description: string, ...} $option */
function option(array $option): string
{
    ['name' => $name, 'shortcut' => $shortcut] = $option;
    $line = troff($shortcut === '' ? $name : "$shortcut, $name");
    if ($option['accept_value']) {
        $line .= '=\fI' . troff(strtoupper(ltrim($name, '-'))) . '\fR';
    }

    return ".TP\n\\fB$line\n\\fR" . troff($option['description']) . "\n";
}

$date = $argv[1] ?? '';
if ($date === '') {
    fwrite(STDERR, "Usage: lyo list --format=json | php packaging/gen-man.php DATE >lyo.1\n");
    exit(2);
}
/**
 * @var array{application: array{version: string}, commands: list<array{name: string, usage: array{string}, description: string, help: string,
 *     definition: array{options: array<string, array{name: string, shortcut: string, accept_value: bool, description: string}>}}>} $list
 */
$list = json_decode((string) stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$version = $list['application']['version'];
$commands = [];
foreach ($list['commands'] as $command) {
    if (!str_starts_with($command['name'], '_')) {
        $commands[$command['name']] = $command;
    }
}
$global = $commands['list']['definition']['options'];
$own = ['format', 'raw', 'short'];

echo '.TH LYO 1 "', troff($date), '" "lyo ', troff($version), "\" \"User Commands\"\n";
echo ".SH NAME\nlyo \\- shows, compares, converts and measures stored PHP values\n";
echo ".SH SYNOPSIS\n.B lyo\n.I command\n[\\fIoptions\\fR] [\\fIarguments\\fR]\n";
echo ".SH DESCRIPTION\nLooks into caches and sessions of PHP applications, in whatever format their values are. No command loads a class that the data name,\n";
echo "unless \\fB\\-\\-autoload\\fR names a file that loads it.\n.SH COMMANDS\n";
foreach ($commands as $name => $command) {
    if (in_array($name, ['completion', 'help', 'list'], true)) {
        continue;
    }
    echo '.SS lyo ', troff($command['usage'][0]), "\n", troff($command['description']), ".\n";
    foreach ($command['definition']['options'] as $key => $option) {
        if (!isset($global[$key]) || in_array($key, $own, true)) {
            echo option($option);
        }
    }
    // The program prints the path with which it was called.
    echo paragraphs((string) preg_replace('/(?<=^|[\s|])\S*\/lyo(?= )/m', 'lyo', $command['help']));
}
echo ".SH OPTIONS\n";
foreach ($global as $key => $option) {
    if (!in_array($key, $own, true)) {
        echo option($option);
    }
}
echo ".SH EXIT STATUS\n0: done. 1: something could not be read or written, or the values differ. 2: wrong use. 3: the data are damaged, of no known format, or\n";
echo "cannot be translated exactly.\n.SH SEE ALSO\nThe pages in \\fI/usr/share/doc/lyo\\fR.\n";
