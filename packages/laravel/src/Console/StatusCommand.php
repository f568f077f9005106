<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

use Illuminate\Console\Command;
use Lyo\Laravel\Status;

final class StatusCommand extends Command
{
    /** @var string */
    protected $signature = 'lyo:status';

    /** @var string */
    protected $description = 'Show what Lyo does in this application: extension, format, stores';

    /** @var string */
    protected $help = 'Each process decides for itself what it writes. This command tells it for the PHP of the command line. The extensions of the web server may be others.';

    public function handle(Status $status): int
    {
        $this->newLine();
        foreach ($status->summary() as $what => $is) {
            $this->components->twoColumnDetail($what, $is);
        }
        $this->newLine();
        $this->table(['Store', 'Driver', 'Written as', 'Hint'], array_map(array_values(...), $status->stores()));

        return self::SUCCESS;
    }
}
