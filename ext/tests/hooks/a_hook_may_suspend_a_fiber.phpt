--TEST--
A hook may suspend its fiber: other calls go on meanwhile, in any order, and a fiber that is never resumed leaves nothing behind
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class State
{
    public mixed $child = null;

    public function __construct(public string $name)
    {
    }

    public function __serialize(): array
    {
        Fiber::getCurrent() && Fiber::suspend("__serialize $this->name");

        return ['name' => $this->name, 'child' => $this->child, 'text' => 'repeated string'];
    }

    public function __unserialize(array $data): void
    {
        Fiber::getCurrent() && Fiber::suspend("__unserialize $data[name]");
        $this->name = $data['name'];
        $this->child = $data['child'];
    }
}

class Sleeper extends stdClass
{
    public mixed $shared = null;

    public function __sleep(): array
    {
        Fiber::getCurrent() && Fiber::suspend('__sleep');

        return ['shared'];
    }

    public function __wakeup(): void
    {
        Fiber::getCurrent() && Fiber::suspend('__wakeup');
    }
}

function value(string $name): array
{
    $state = new State($name);
    $sleeper = new Sleeper();
    $state->child = ['repeated string', $sleeper, $state];
    $sleeper->shared = [$state, 'repeated string'];

    return ['a' => $state, 'b' => $sleeper, 'c' => $state, 'd' => &$sleeper->shared];
}

/** Runs the steps of all fibers in turn, so that each is in the middle of its call while the others go on. */
function interleave(array $fibers): void
{
    while ($fibers) {
        foreach ($fibers as $i => $fiber) {
            $step = $fiber->isStarted() ? $fiber->resume() : $fiber->start();
            if ($fiber->isTerminated()) {
                unset($fibers[$i]);
            } else {
                note("$i: $step");
            }
            // a call of the main program between the steps of the others
            codec()->decode(codec()->encode([(object) ['x' => 1], 'repeated string', 'repeated string']));
        }
    }
}

foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $texts = $results = [];
    $fibers = [];
    foreach (['one', 'two', 'three'] as $name) {
        $fibers[] = new Fiber(static function () use ($codec, $name, &$texts): void {
            $texts[$name] = $codec->encode(value($name));
        });
    }
    interleave($fibers);
    note('alone ' . ($texts['one'] === $codec->encode(value('one')) ? 'the same bytes' : 'OTHER BYTES'));
    $fibers = [];
    foreach ($texts as $bytes) {
        $fibers[] = new Fiber(static function () use ($codec, $bytes, &$results): void {
            $results[] = describe($codec->decode($bytes));
        });
    }
    interleave($fibers);
    sort($results);
    array_map(note(...), $results);

    /* Dropped in the middle: what the call has made is freed. */
    foreach (['encode', 'decode'] as $direction) {
        for ($steps = 1; $steps <= 3; $steps++) {
            for ($round = 0; $round < 20; $round++) {
                $fiber = new Fiber(static fn(): mixed => $direction === 'encode' ? $codec->encode(value('dropped')) : $codec->decode($texts['one']));
                $fiber->start();
                for ($i = 1; $i < $steps && !$fiber->isTerminated(); $i++) {
                    $fiber->resume();
                }
                unset($fiber);
                gc_collect_cycles();
                if ($round === 3) {
                    $before = memory_get_usage();
                }
            }
            note("$direction dropped at step $steps: " . (memory_get_usage() > $before + 500 ? 'LEAKS ' . (memory_get_usage() - $before) : 'nothing left behind'));
        }
    }
    note('afterwards ' . md5(describe($codec->decode($codec->encode(value('after'))))));
    $logs[] = Log::take();
}
report('fibers', ...$logs);

/*
 * While a decode waits in unserialize() of the old interface, unserialize() of the main program takes part in it: natively
 * so too, as PHP keeps the running decode in a global. lyo_unserialize() is never part of anything.
 */
class Custom implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        return '';
    }

    public function unserialize($data)
    {
        Fiber::getCurrent() && Fiber::suspend();
    }
}
$logs = [];
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $bytes = $codec->encode(new Custom());
    $fiber = new Fiber(static fn(): mixed => $codec->decode($bytes));
    $fiber->start();
    $text = 'a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;O:8:"stdClass":1:{s:1:"x";r:1;}}';
    $logs[] = ['unserialize() ' . (@unserialize($text) === false ? 'fails' : 'succeeds')];
    $fiber->resume();
    $value = [(object) [], 'x' => (object) ['y' => 1]];
    $fiber = new Fiber(static fn(): mixed => $codec->decode($bytes));
    $fiber->start();
    echo describe(lyo_unserialize(lyo_serialize($value))), "\n";
    $fiber->resume();
    echo describe($fiber->getReturn()), ' ', describe(unserialize(serialize([$value, $value]))), "\n";
}
report('meanwhile', ...$logs);
--EXPECT--
fibers: same
  0: __serialize one
  1: __serialize two
  2: __serialize three
  0: __sleep
  1: __sleep
  2: __sleep
  alone the same bytes
  0: __wakeup
  1: __wakeup
  2: __wakeup
  0: __unserialize one
  1: __unserialize two
  2: __unserialize three
  ["a" => State#0{child: ["repeated string", Sleeper#1{shared: &0 [#0, "repeated string"]}, #0], name: "one"}, "b" => #1, "c" => #0, "d" => &0 *]
  ["a" => State#0{child: ["repeated string", Sleeper#1{shared: &0 [#0, "repeated string"]}, #0], name: "three"}, "b" => #1, "c" => #0, "d" => &0 *]
  ["a" => State#0{child: ["repeated string", Sleeper#1{shared: &0 [#0, "repeated string"]}, #0], name: "two"}, "b" => #1, "c" => #0, "d" => &0 *]
  encode dropped at step 1: nothing left behind
  encode dropped at step 2: nothing left behind
  encode dropped at step 3: nothing left behind
  decode dropped at step 1: nothing left behind
  decode dropped at step 2: nothing left behind
  decode dropped at step 3: nothing left behind
  afterwards 6bb87869ad357ef807ceed6d153c1e2e
[0 => stdClass#0{}, "x" => stdClass#1{y: 1}]
Custom#0{data: null} [[0 => stdClass#0{}, "x" => stdClass#1{y: 1}], [0 => #0, "x" => #1]]
[0 => stdClass#0{}, "x" => stdClass#1{y: 1}]
Custom#0{data: null} [[0 => stdClass#0{}, "x" => stdClass#1{y: 1}], [0 => #0, "x" => #1]]
meanwhile: same
  unserialize() fails
