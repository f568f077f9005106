<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Throwable;

/** Takes the steps of trials in both worlds, and compares what came of each. */
final readonly class Runner
{
    /**
     * @param ?string $directory where the classes of the worlds are kept in files; null: they are evaluated
     * @param ?string $fault see Planted; null: lyo_serialize() is tested
     */
    public function __construct(
        private ScenarioMaker $maker,
        private ?string $directory,
        private ?string $fault = null,
    ) {}

    /** @return array{hooks: list<string>, encodes: int, difference: ?string} */
    public function run(int $index): array
    {
        try {
            $trial = $this->maker->make($index);
            [$encodes, $difference] = $this->compare($trial, $index);

            return ['hooks' => $trial->hooks, 'encodes' => $encodes, 'difference' => $difference];
        } catch (Throwable $thrown) {
            return ['hooks' => [], 'encodes' => 0, 'difference' => 'the harness threw ' . $thrown];
        }
    }

    /** One trial, printed as it goes. */
    public function show(int $index): bool
    {
        $trial = $this->maker->make($index);
        printf("about %s; warnings %s\nhooks: %s\n\n%s\n", $trial->about, $trial->throwing ? 'throw' : 'do not throw', implode(', ', $trial->hooks), $trial->code);
        [, $difference] = $this->compare($trial, $index, static function (int $number, Step $step, array $native, array $other): void {
            printf("%2d %s\n", $number, $step->text());
            foreach ($native as $i => $line) {
                if ($line !== 'printed: ' || ($other[$i] ?? '') !== $line) {
                    echo '     ', self::printable($line), "\n", $line === ($other[$i] ?? null) ? '' : ' lyo ' . self::printable($other[$i] ?? '(nothing)') . "\n";
                }
            }
            foreach (array_slice($other, count($native)) as $line) {
                echo ' lyo ', self::printable($line), "\n";
            }
        });
        echo $difference === null ? "no difference\n" : "DIFFERENCE\n";

        return $difference === null;
    }

    /**
     * @param (callable(int, Step, list<string>, list<string>): void)|null $report
     * @return array{int, ?string} encodes; the difference
     */
    private function compare(Scenario $trial, int $index, ?callable $report = null): array
    {
        $native = new Side(true, $index, $this->directory, null);
        $other = new Side(false, $index, $this->directory, $this->fault);
        $native->load($trial->code);
        $other->load($trial->code);
        $encodes = 0;
        foreach ($trial->steps as $number => $step) {
            $seen = $this->seen($trial, $native, $step);
            $found = $this->seen($trial, $other, $step);
            $encodes += $step instanceof Encode ? 1 : 0;
            if ($report !== null) {
                $report($number, $step, $seen, $found);
            }
            if ($seen !== $found) {
                return [$encodes, self::difference($trial, $number, $seen, $found)];
            }
        }

        return [$encodes, null];
    }

    /** @return list<string> */
    private function seen(Scenario $trial, Side $side, Step $step): array
    {
        $lines = Watch::lines($side, $step, $trial->throwing);

        return $step instanceof Encode ? [...$lines, ...array_map($side->normal(...), $side->state($trial->classes))] : $lines;
    }

    /**
     * @param list<string> $native
     * @param list<string> $other
     */
    private static function difference(Scenario $trial, int $number, array $native, array $other): string
    {
        for ($line = 0; isset($native[$line], $other[$line]) && $native[$line] === $other[$line]; $line++);
        $steps = array_map(static fn(Step $step, int $at): string => sprintf('  %2d %s', $at, $step->text()), array_slice($trial->steps, 0, $number + 1), range(0, $number));

        return sprintf(
            "%s\n%s\n  native: %s\n  lyo:    %s",
            $trial->code,
            implode("\n", $steps),
            self::printable($native[$line] ?? '(nothing)'),
            self::printable($other[$line] ?? '(nothing)'),
        );
    }

    private static function printable(string $text): string
    {
        return addcslashes($text, "\0..\37\177..\377");
    }
}
