<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

use Illuminate\Console\Command;
use Lyo\Tools\Inner;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Input\InputArgument;

/**
 * A command of lyo/cli, called for stores of Laravel.
 *
 * @internal
 */
abstract class StoreCommand extends Command
{
    abstract protected function command(): SymfonyCommand;

    protected function configure(): void
    {
        $this->addArgument('store', InputArgument::IS_ARRAY, 'Names of stores in config/cache.php; "'.Places::SESSIONS.'" for the sessions');
        $this->getDefinition()->addOptions((new Inner($this->command()))->options());
        $this->setHelp("Without names it takes the default store and the sessions. It reaches files, Redis and databases.\nNo class of the application is loaded.");
    }

    public function handle(Places $places): int
    {
        $all = $places->all();
        $names = array_values(array_filter((array) $this->argument('store'), is_string(...)));
        foreach ($names as $name) {
            if (! isset($all[$name])) {
                $this->components->error("There is no store \"$name\" for this command, only ".implode(', ', array_keys($all)).'.');

                return self::INVALID;
            }
        }
        $code = self::SUCCESS;
        $done = [];
        foreach (array_intersect_key($all, array_flip($names ?: $places->usual())) as $name => $place) {
            if (is_string($place)) {
                if ($names !== []) {
                    $this->components->warn("$name: $place");
                    $code = max($code, self::FAILURE);
                }

                continue;
            }
            if (! in_array($place, $done, false)) {
                $done[] = $place;
                $this->components->info("$name (".Stores::withoutPassword($place->source).')');
                $code = max($code, $this->perform($name, $place));
            }
        }
        if ($done === []) {
            $this->components->warn('There are no stores that this command reaches.');
        }

        return $code;
    }

    protected function perform(string $name, Place $place): int
    {
        return (new Inner($this->command()))->run(['source' => $place->source] + $place->options, $this->input, $this->output->getOutput(), $place->password);
    }
}
