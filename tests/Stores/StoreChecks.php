<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use Lyo\Session\Form;
use Lyo\Session\Session;
use RuntimeException;

/** Tests for each store: values come back, expiry times and flags are kept, other processes may write meanwhile, and the process may die at any moment. */
final class StoreChecks
{
    /** Checks that were made. */
    public int $checks = 0;
    /** @var list<string> */
    public array $faults = [];
    /** Values that others wrote while a conversion ran, and how often it found that they had. */
    public int $written = 0;
    public int $raced = 0;

    private readonly Subject $subject;
    private readonly Lyo $lyo;
    private readonly bool $sessions;

    public function __construct(private readonly string $name, private readonly string $folder)
    {
        $this->subject = Subjects::named($name);
        $this->lyo = new Lyo(Subjects::modules($name));
        $this->sessions = $name === 'session files';
    }

    /** Values of every kind to lyo and back: identical, with all that is kept with them. */
    public function thereAndBack(string ...$forms): void
    {
        foreach ($forms as $form) {
            $back = $form === 'igbinary' ? 'igbinary' : 'native';
            $this->subject->clear();
            $stored = $this->fill($form);
            if ($stored === []) {
                continue; // none of them is text
            }
            $others = $this->fillOthers();
            $before = $this->seen();
            $would = $this->convert('lyo', ['--dry-run']);
            $this->kept("$form: a dry run", $before, array_map(strval(...), array_keys($before)));
            $this->same("$form: as many would be converted as are there", count($stored), $would['converted']);
            $done = $this->convert('lyo', ['--verify']);
            $this->same("$form: all are converted and read back", [count($stored), count($stored)], [$done['converted'], $done['verified']]);
            foreach ($stored as $key => [$text, $data]) {
                $now = (string) $this->subject->raw($key);
                $this->check("$form: $key is lyo with the same value", self::isLyo($form, $now) && $this->value($now) === $text);
            }
            $this->kept("$form to lyo", $before, array_keys($others));
            $this->same("$form: nothing is left to do", 0, $this->convert('lyo', [])['converted']);
            $this->convert($back, []);
            foreach ($stored as $key => [$text, $data]) {
                $this->same("$form: $key comes back byte for byte", bin2hex($data), bin2hex((string) $this->subject->raw($key)));
            }
            $this->kept("$form and back", $before, array_keys($others));
            $form === 'native' && $this->look();
        }
    }

    /** Tests for features of only this store. */
    public function specials(): void
    {
        foreach (Specials::of($this->name, $this->lyo, $this->folder) as $what => $holds) {
            $this->check($what, $holds);
        }
    }

    /**
     * Others write all the time, each its own keys: what they wrote last is there in the end. convert lets writers of SQLite go first, so that few
     * values may be converted in these seconds: then again, up to ten times.
     */
    public function writers(float $seconds, int $writers, int $keys): void
    {
        $converted = 0;
        for ($round = 0; $round < 10 && ($this->written <= 20 || $converted <= 20); $round++) {
            $converted += $this->round($seconds, $writers, $keys);
        }
        $this->check("the writers wrote $this->written times and $converted values were converted meanwhile", $this->written > 20 && $converted > 20);
    }

    /** @return int how many values were converted while others wrote */
    private function round(float $seconds, int $writers, int $keys): int
    {
        $this->subject->clear();
        $processes = $pipes = [];
        for ($i = 0; $i < $writers; $i++) {
            for ($key = 0; $key < $keys; $key++) {
                $this->subject->put("w$i:$key", $this->stored(Values::numbered("w$i", 0)), 3600);
            }
        }
        for ($i = 0; $i < $writers; $i++) {
            $process = proc_open([PHP_BINARY, ...self::flags(), __DIR__ . '/writer.php', $this->name, "w$i", (string) $keys, (string) $seconds], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipe);
            $processes[] = $process !== false ? $process : throw new RuntimeException('no writer');
            $pipes[] = $pipe[1];
        }
        $to = 'lyo';
        $converted = 0;
        for ($end = microtime(true) + $seconds; microtime(true) < $end; $to = $to === 'lyo' ? 'native' : 'lyo') {
            $counts = $this->convert($to, [], 0, 3); // 3 if a value was changed each time
            $this->raced += is_int($counts['raced']) ? $counts['raced'] : 0;
            $converted += is_int($counts['converted']) ? $counts['converted'] : 0;
        }
        foreach ($pipes as $i => $pipe) {
            $last = json_decode((string) stream_get_contents($pipe), true);
            proc_close($processes[$i]);
            $this->check("writer $i tells what it wrote", is_array($last) && count($last) === $keys);
            foreach (is_array($last) ? $last : [] as $key => $number) {
                $this->written += is_int($number) ? $number : 0;
                $now = $this->subject->raw((string) $key);
                $this->same("$key has what was written last", Values::numbered("w$i", is_int($number) ? $number : 0), $now === null ? 'nothing' : $this->value($now));
            }
        }
        return $converted;
    }

    /** Killed at random and started again: nothing is lost, and all is converted in the end. */
    public function killed(int $values, int $times, float $seconds): void
    {
        $this->subject->clear();
        for ($i = 0; $i < $values; $i++) {
            $this->subject->put("k:$i", $this->stored(Values::numbered('k', $i)), $i % 2 === 0 ? null : 3600);
        }
        $state = "$this->folder/state.json";
        @unlink($state);
        $killed = 0;
        foreach (['lyo', 'native'] as $to) {
            for ($i = 0; $i < $times; $i++) {
                $killed += $this->lyo->kill(['convert', ...$this->subject->source(), "--to=$to", "--resume=$state", '--rate=' . 2 * $values], $seconds * mt_rand() / mt_getrandmax()) ? 1 : 0;
                if (is_file($state)) {
                    $this->check('the state is whole', is_array(json_decode((string) file_get_contents($state), true)));
                }
            }
            $counts = $this->convert($to, ["--resume=$state"]);
            $this->check('the state is gone in the end', !is_file($state));
            $this->check("no fewer than all $values values were met", $counts['met'] >= $values);
            for ($i = 0; $i < $values; $i++) {
                $now = (string) $this->subject->raw("k:$i");
                $this->check("k:$i is $to and has its value", self::isLyo('', $now) === ($to === 'lyo') && $this->value($now) === Values::numbered('k', $i));
            }
        }
        $this->check("$killed of " . 2 * $times . ' were killed at work', $killed >= 1);
    }

    /** @return array<string, array{string, string}> the text of the value and the bytes that are stored, by key */
    private function fill(string $form): array
    {
        $stored = [];
        foreach (Values::texts() as $name => $text) {
            $data = match ($form) {
                'native' => $this->stored($text),
                'igbinary' => $this->igbinary($text),
                default => (string) gzcompress($text, 6),
            };
            $isText = preg_match('//u', $data) === 1 && !str_contains($data, "\0");
            if ($data === '' || !$isText && !$this->subject->takesBytes() || $this->sessions && !str_starts_with($text, 'a:')) {
                continue;
            }
            $key = 'value:' . strtr($name, ' ', '-');
            $this->subject->put($key, $data, count($stored) % 2 === 0 ? 5000 + count($stored) : null);
            $stored[$key] = [$text, $data];
        }

        return $stored;
    }

    /** @return array<string, string> */
    private function fillOthers(): array
    {
        $others = $this->sessions ? [] : Values::others();
        foreach ($others as $key => $data) {
            $this->subject->put($key, $data, 7000);
        }

        return $others;
    }

    /** The value as the extension igbinary writes it, if it is loaded; "" for values that would need their classes. */
    private function igbinary(string $text): string
    {
        return preg_match('/App\\\\|ArrayObject/', $text) === 1 ? '' : (function_exists('igbinary_serialize') ? (string) igbinary_serialize(unserialize($text)) : '');
    }

    private function stored(string $text): string
    {
        try {
            return $this->sessions ? Session::translate($text, Form::Php, Form::PhpSerialize) : $text;
        } catch (\Lyo\Exception\LyoException) {
            return ''; // this form cannot hold integer keys
        }
    }

    private static function isLyo(string $form, string $data): bool
    {
        $data = $form === 'zlib' ? (string) @gzuncompress($data) : $data;

        return str_starts_with($data, "\xC1") || str_starts_with((string) base64_decode($data, true), "\xC1");
    }

    /** serialize() text of what is stored, by the extension lyo. */
    private function value(string $data): string
    {
        $data = str_starts_with($data, "\x78") ? (string) @gzuncompress($data) : $data;
        if (!str_starts_with($data, "\xC1") && str_starts_with((string) base64_decode($data, true), "\xC1")) {
            $data = (string) base64_decode($data, true);
        }
        if (!str_starts_with($data, "\xC1")) {
            return $this->sessions ? Session::translate($data, Form::PhpSerialize) : $data;
        }
        if (str_contains($data, 'App\\State')) {
            return \Lyo\Translator::toNative($data, \Lyo\Format::Lyo); // an enum case cannot be decoded without its enum
        }

        return serialize(lyo_unserialize($data, ['allowed_classes' => true]));
    }

    /** @return array<string, array{string, float|null, string}> data, life and the rest, by key */
    private function seen(): array
    {
        $seen = [];
        foreach ([...array_map(static fn(string $name): string => 'value:' . strtr($name, ' ', '-'), array_keys(Values::texts())), ...array_keys(Values::others())] as $key) {
            $data = $this->subject->raw($key);
            if ($data !== null) {
                $seen[$key] = [$data, $this->subject->life($key) === null ? null : round(microtime(true) + $this->subject->life($key)), $this->subject->rest($key)];
            }
        }

        return $seen;
    }

    /**
     * @param array<string, array{string, float|null, string}> $before
     * @param list<string> $untouched keys whose data stay, too
     */
    private function kept(string $what, array $before, array $untouched): void
    {
        foreach ($this->seen() as $key => [$data, $end, $rest]) {
            [$dataBefore, $endBefore, $restBefore] = $before[$key] ?? ['', null, ''];
            $this->check("$what: $key expires within a second of when it did", ($end === null) === ($endBefore === null) && abs(($end ?? 0.0) - ($endBefore ?? 0.0)) <= 1.0);
            $this->same("$what: what is kept with $key", $restBefore, $rest);
            if (in_array($key, $untouched, true)) {
                $this->same("$what: $key is none of ours", $dataBefore, $data);
            }
        }
        $this->same("$what: nothing has come or gone", array_keys($before), array_keys($this->seen()));
    }

    /** stat and advise on what is there now. */
    private function look(): void
    {
        $arguments = array_values(array_filter($this->subject->source(), static fn(string $word): bool => !str_starts_with($word, '--sessions')));
        $stat = $this->lyo->json(['stat', ...$arguments]);
        $this->same('stat counts all values', count($this->seen()), $stat['values']);
        $bytes = array_sum(array_map(static fn(array $one): int => strlen($one[0]), $this->seen()));
        $this->check('stat counts all bytes', is_int($stat['bytes']) && $stat['bytes'] >= $bytes && $stat['bytes'] < $bytes + 200 * count($this->seen()));
        $advice = $this->lyo->json(['advise', ...$arguments, '--sample=3', '--rounds=1']);
        $this->check('advise tells ways', is_array($advice['ways']) && count($advice['ways']) >= 2);
    }

    /**
     * @param list<string> $options
     * @param int ...$expected exit codes; none for 0
     *
     * @return array<mixed>
     */
    private function convert(string $to, array $options, int ...$expected): array
    {
        return $this->lyo->json(['convert', ...$this->subject->source(), "--to=$to", ...$options], ...$expected);
    }

    /** @return list<string> of this PHP, for writers */
    public static function flags(): array
    {
        return array_values(array_filter(explode(' ', (string) getenv('STORES_FLAGS'))));
    }

    private function same(string $what, mixed $expected, mixed $actual): void
    {
        $this->check($what . ($expected === $actual ? '' : ': ' . substr((string) json_encode($actual, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR), 0, 300) . ' instead of ' . substr((string) json_encode($expected, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR), 0, 300)), $expected === $actual);
    }

    private function check(string $what, bool $holds): void
    {
        $this->checks++;
        if (!$holds) {
            $this->faults[] = "$this->name: $what";
        }
    }
}
