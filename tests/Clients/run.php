<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests Debian's unmodified redis, memcached and apcu with our igbinary.so, against a redis-server and a memcached on free ports of the loopback interface.
//
//   php tests/Clients/run.php

use Lyo\Tests\Clients\ClientsCommand;

foreach (['../Corpus/Corpus', 'Server', 'ClientsCommand'] as $file) {
    require __DIR__ . '/' . $file . '.php';
}

exit((new ClientsCommand())->main());
