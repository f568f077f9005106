--TEST--
When a hook throws, objects that still wait for a hook end without destructor; the others are destroyed as natively
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

trait Logged
{
    public function __construct(public mixed $n = '')
    {
    }

    public function __destruct()
    {
        note('destruct ' . self::class . ' ' . (is_scalar($this->n) ? $this->n : get_debug_type($this->n)));
    }
}
class Plain
{
    use Logged;
}
class Wakes
{
    use Logged;

    public function __wakeup(): void
    {
        note("wakeup $this->n");
        $this->n === 'bad' && throw new DomainException('bad');
    }
}
class Restores
{
    use Logged;

    public function __serialize(): array
    {
        return [$this->n];
    }

    public function __unserialize(array $data): void
    {
        [$this->n] = $data;
        note("unserialize $this->n");
        $this->n === 'bad' && throw new DomainException('bad');
    }
}
class Custom implements Serializable
{
    use Logged;

    public function serialize()
    {
        return $this->n;
    }

    public function unserialize($data)
    {
        $this->n = $data;
        note("custom $data");
        $data === 'bad' && throw new DomainException('bad');
    }
}
both('in __wakeup', static fn(): array => [new Plain(1), new Wakes('good'), new Plain(2), new Restores('good'), new Wakes('bad'), new Plain(3), new Wakes('later'), new Restores('later')]);
both('in __unserialize', static fn(): array => [new Plain(1), new Restores('good'), new Wakes('good'), new Restores('bad'), new Plain(3), new Restores('later'), new Wakes('later')]);
both('inside others', static fn(): object => new Plain([new Wakes('good'), new Plain(new Wakes('bad')), new Plain(4)]));
both('nowhere', static fn(): array => [new Plain(1), new Wakes('good'), new Restores('good'), new Custom('good'), new Plain(new Wakes('inner'))]);

/* In unserialize() of the old interface nothing behind has been read natively; here all is there. */
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $bytes = $codec->encode([new Plain(1), new Restores('good'), new Wakes('good'), new Custom('good'), new Custom('bad'), new Plain(3), new Custom('later'), new Wakes('later')]);
    echo $prefix === '' ? "natively\n  " : "lyo\n  ", implode("\n  ", watch(static fn(): mixed => $codec->decode($bytes), $result)), "\n";
}
--EXPECT--
in __wakeup: same
  decode: wakeup good
  decode: unserialize good
  decode: wakeup bad
  decode: destruct Plain 1
  decode: destruct Wakes good
  decode: destruct Plain 2
  decode: destruct Restores good
  decode: destruct Plain 3
  decode: throws DomainException("bad")
in __unserialize: same
  decode: unserialize good
  decode: wakeup good
  decode: unserialize bad
  decode: destruct Plain 1
  decode: destruct Restores good
  decode: destruct Wakes good
  decode: destruct Plain 3
  decode: throws DomainException("bad")
inside others: same
  decode: wakeup good
  decode: wakeup bad
  decode: destruct Plain array
  decode: destruct Wakes good
  decode: destruct Plain Wakes
  decode: destruct Plain 4
  decode: throws DomainException("bad")
nowhere: same
  decode: custom good
  decode: wakeup good
  decode: unserialize good
  decode: wakeup inner
  later: destruct Plain 1
  later: destruct Wakes good
  later: destruct Restores good
  later: destruct Custom good
  later: destruct Plain Wakes
  later: destruct Wakes inner
natively
  custom good
  custom bad
  destruct Plain 1
  destruct Custom good
  destruct Custom bad
  throws DomainException("bad")
lyo
  custom good
  custom bad
  destruct Plain 1
  destruct Custom good
  destruct Plain 3
  throws DomainException("bad")
