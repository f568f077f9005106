--TEST--
An object that a hook has left to nobody ends when its own hook has been called, before what was in its state
--FILE--
<?php
trait Dies
{
    public mixed $a = null;
    public mixed $b = null;

    public function __destruct()
    {
        Seen::$events[] = static::class . ' ends';
    }
}
final class Seen
{
    /** @var list<string> */
    public static array $events = [];

    public static function take(): string
    {
        $text = implode(', ', self::$events);
        self::$events = [];

        return $text;
    }
}
class Holder
{
    use Dies;
}
class State
{
    use Dies;

    public function __serialize(): array
    {
        return ['a' => $this->a];
    }

    public function __unserialize(array $data): void
    {
        Seen::$events[] = 'State is asked';
    }
}
/** Its hook comes before that of State, around it, and leaves State to the list of hooks alone. */
class Breaks
{
    use Dies;

    public function __wakeup(): void
    {
        Seen::$events[] = 'Breaks is asked';
        $this->a->a = null;
        $this->b = null;
    }
}

$sides = [];
foreach ([[serialize(...), unserialize(...)], [igbinary_serialize(...), igbinary_unserialize(...)]] as [$encode, $decode]) {
    $holder = new Holder();
    $holder->a = new State();
    $holder->a->a = new Breaks();
    $holder->a->a->a = $holder;
    $holder->a->a->b = $holder->a;
    $bytes = $encode($holder);
    unset($holder);
    gc_collect_cycles();
    Seen::take();
    $back = $decode($bytes);
    Seen::$events[] = 'returned';
    unset($back);
    $sides[] = Seen::take();
}
echo $sides[0], "\n", $sides[0] === $sides[1] ? 'the same' : 'DIFFERENT: ' . $sides[1], "\n";
?>
--EXPECT--
Breaks is asked, State is asked, State ends, Breaks ends, returned, Holder ends
the same
