--TEST--
Exceptions of lyo have offset and classes; the application can throw them, store them, and extend the abstract one
--INI--
zend.exception_ignore_args=1
--FILE--
<?php
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LyoException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\TruncatedException;

try {
    lyo_unserialize("\xC1\x10\xA0\0");
} catch (RuntimeException $e) {
    echo $e::class, ' ', $e->getOffset(), ' ', $e->getCode(), ' ', $e instanceof LyoException ? 'LyoException' : '', ' line ', $e->getLine() === __LINE__ - 2 ? 'of the call' : $e->getLine(), "\n";
}
$made = new TruncatedException('text', 5, new LogicException('cause'));
echo $made->getMessage(), ' ', $made->getCode(), ' ', $made->getOffset(), ' ', $made->getPrevious()->getMessage(), "\n";
var_dump((new ClassNotAllowedException())->getClasses(), (new SignatureException())->getOffset());
class Mine extends LyoException
{
    public function __construct()
    {
        parent::__construct('mine', 7);
    }
}
echo (new Mine())->getOffset(), ' ', (new Mine())->getMessage(), "\n";
try {
    new LyoException();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
/* They are values like others. */
try {
    lyo_unserialize("\xC1\x18\5\2\x41Xy\0\x61", ['missing_class' => 'throw']);
} catch (ClassNotAllowedException $e) {
    $back = lyo_unserialize(lyo_serialize($e));
    echo $back->getMessage(), ' ', json_encode($back->getClasses()), ' ', $back->getOffset(), "\n";
}
try {
    lyo_unserialize(substr(lyo_serialize([1, 2, 3, 'text']), 0, -2));
} catch (LyoException $e) {
    $back = lyo_unserialize(lyo_serialize([$e]))[0];
    echo $back::class, ' ', $back->getOffset() === $e->getOffset() ? 'same offset' : 'OTHER', "\n";
}
/* A pending exception of a caller is not lost. */
try {
    try {
        throw new LogicException('first');
    } finally {
        lyo_unserialize('x');
    }
} catch (CorruptException $e) {
    echo $e->getMessage(), ' after ', $e->getPrevious()->getMessage(), "\n";
}
--EXPECT--
Lyo\Exception\CorruptException 3 0 LyoException line of the call
text 5 0 cause
array(0) {
}
int(0)
0 mine
Cannot instantiate abstract class Lyo\Exception\LyoException
Class not allowed or not found: Xy ["Xy"] 0
Lyo\Exception\TruncatedException same offset
not lyo data at offset 0 after first
