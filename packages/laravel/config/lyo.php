<?php

return [

    /*
    |--------------------------------------------------------------------------
    | Format
    |--------------------------------------------------------------------------
    |
    | What caches and sessions are written as. "auto" is lyo in a process that
    | has the extension, otherwise native. "native" is what Laravel itself
    | writes. Other choices are "lyo" and "igbinary". All of these are always
    | read. Null leaves everything to Laravel. A store in config/cache.php may
    | have settings of its own, with the names of this file.
    |
    */

    'writes' => env('LYO_WRITES', 'auto'),

    /*
    |--------------------------------------------------------------------------
    | Other hosts
    |--------------------------------------------------------------------------
    |
    | True if every host that shares the stores has this package. Until then,
    | "auto" writes lyo only where a host without it has a cache miss: in the
    | database. Elsewhere such a host would fail, or log somebody out.
    |
    */

    'every_host_reads' => env('LYO_EVERY_HOST_READS', false),

    /*
    |--------------------------------------------------------------------------
    | Binary columns
    |--------------------------------------------------------------------------
    |
    | True if the column "value" of the cache table can hold bytes: BLOB or
    | bytea, see "vendor:publish --tag=lyo-migrations". In a text column, lyo is
    | in Base64, which takes a third more. SQLite needs neither.
    |
    */

    'binary_columns' => env('LYO_BINARY_COLUMNS', false),

    /*
    |--------------------------------------------------------------------------
    | Envelope
    |--------------------------------------------------------------------------
    |
    | For what is written as lyo. A value with a checksum is never read as
    | another one after it was damaged. "compress" is "zlib" or "zstd". More
    | options are in the manual: level, min_size, min_ratio, sign, context,
    | unsigned_until, max_unpacked.
    |
    */

    'checksum' => true,

    'compress' => env('LYO_COMPRESS'),

    /*
    |--------------------------------------------------------------------------
    | Sessions
    |--------------------------------------------------------------------------
    |
    | Null: as "writes" says, if config/session.php has "serialization" => "php".
    | With "json", which cannot hold objects, they stay JSON until this says
    | something else.
    |
    */

    'session' => [
        'writes' => env('LYO_SESSION_WRITES'),
    ],

    /*
    |--------------------------------------------------------------------------
    | Queued jobs
    |--------------------------------------------------------------------------
    |
    | Jobs are always read in both forms. "auto" writes lyo if the extension is
    | loaded and "every_host_reads" is true. Packages that look into payloads
    | of jobs, such as Horizon and Telescope, only know "native".
    |
    */

    'queue' => [
        'writes' => env('LYO_QUEUE_WRITES', 'native'),
    ],

];
