<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Stands beside the values of a corpus that bin/corpus has made: loads the classes of an application, and a value.

/** The classes of one application; of all without a name, and then two applications may bring different versions of one class. */
function corpus_load_classes(?string $application = null): void
{
    foreach (glob(__DIR__ . '/' . ($application ?? '*') . '/vendor/autoload.php') ?: [] as $file) {
        require_once $file;
    }
}

/** The value of one entry, named as in manifest.tsv. */
function corpus_value(string $file): mixed
{
    corpus_load_classes(dirname($file));

    return unserialize((string) file_get_contents(__DIR__ . '/' . $file));
}
