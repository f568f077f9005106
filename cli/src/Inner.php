<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Store\Stores;
use SensitiveParameter;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

use function array_filter;
use function array_values;
use function getenv;
use function in_array;
use function putenv;

/**
 * A command for one store, inside a command of an application that has names for its stores.
 *
 * @internal for lyo/laravel and lyo/symfony-bundle
 */
final class Inner
{
    /** Options that the application answers for each of its stores, or that are of no use there. */
    private const ANSWERED = ['table', 'column', 'charset', 'user', 'match', 'types', 'hashes', 'sessions', 'into', 'resume'];

    public function __construct(private readonly SymfonyCommand $command) {}

    /** @return list<InputOption> the other options, which the command of the application has, too */
    public function options(): array
    {
        return array_values(array_filter($this->command->getDefinition()->getOptions(), static fn(InputOption $option): bool => !in_array($option->getName(), self::ANSWERED, true)));
    }

    /**
     * @param array<string, string> $store "source", and the options that the application answers
     * @param InputInterface $outer the input of the command of the application
     */
    public function run(array $store, InputInterface $outer, OutputInterface $output, #[SensitiveParameter] ?string $password = null): int
    {
        $arguments = $store;
        foreach ($this->options() as $option) {
            $value = $outer->getOption($option->getName());
            if ($value !== $option->getDefault()) {
                $arguments["--{$option->getName()}"] = $value;
            }
        }
        $input = new ArrayInput($arguments);
        $input->setInteractive($outer->isInteractive());
        $before = getenv(Stores::PASSWORD);
        if ((string) $password !== '') {
            putenv(Stores::PASSWORD . "=$password"); // there is no option for it, because other users can see options
        }
        try {
            return $this->command->run($input, $output);
        } finally {
            putenv(Stores::PASSWORD . ($before === false ? '' : "=$before"));
        }
    }
}
