<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use Closure;
use DateTimeInterface;
use ReflectionClass;
use Throwable;
use UnitEnum;

/** Makes objects of classes of which only the name is known. */
final class Instances
{
    /** Arguments for constructors, tried in turn. */
    private const ARGUMENTS = [
        [], [[1, 2, 3]], ['text'], [5], ['2020-01-01'], ['P1D'], ['<x/>'], [__FILE__], ['stdClass'], ['a', 'b'], ['https://example.org/a?b#c'], ['sqlite::memory:'], [':memory:'],
        ['Exception', 'getMessage'], ['Exception', 'message'], ['Lyo\Tests\Language\Suit', 'Hearts'], ['de'], ['de', 1], ['de', 'x'], ['UTC'], ['1.5'], ['P', 'Y'], ['R4/2012-07-01T00:00:00Z/P7D'],
    ];

    /** Objects that no constructor makes, as PHP code. */
    private const CODE = [
        'Closure' => 'fn() => 1', 'Generator' => '(function () { yield 1; })()', 'WeakReference' => 'WeakReference::create(new stdClass())', 'Fiber' => 'new Fiber(fn() => 1)',
        '__PHP_Incomplete_Class' => "unserialize('O:4:\"Gone\":1:{s:1:\"a\";i:1;}')", 'IteratorIterator' => 'new IteratorIterator(new ArrayIterator([1]))',
        'ArrayObject' => "new ArrayObject(['a' => 1])", 'ArrayIterator' => "new ArrayIterator(['a' => 1])", 'SplFixedArray' => 'SplFixedArray::fromArray([1, "b", [2]])',
        'SplObjectStorage' => '(function () { $s = new SplObjectStorage(); $s[new stdClass()] = [1]; return $s; })()', 'SplQueue' => '(function () { $q = new SplQueue(); $q[] = 1; $q[] = [2]; return $q; })()',
        'DateTime' => 'new DateTime("2020-01-01")', 'DateTimeImmutable' => 'new DateTimeImmutable("2020-01-01")', 'DatePeriod' => 'new DatePeriod(new DateTime("2020-01-01"), new DateInterval("P1D"), 3)', 'DateInterval' => 'new DateInterval("P1DT2H")',
        'CachingIterator' => 'new CachingIterator(new ArrayIterator([1]))', 'AppendIterator' => 'new AppendIterator()', 'LimitIterator' => 'new LimitIterator(new ArrayIterator([1]))',
        'CallbackFilterIterator' => 'new CallbackFilterIterator(new ArrayIterator([1]), fn() => true)', 'MultipleIterator' => 'new MultipleIterator()', 'RegexIterator' => 'new RegexIterator(new ArrayIterator(["a"]), "/a/")',
        'RecursiveIteratorIterator' => 'new RecursiveIteratorIterator(new RecursiveArrayIterator([1]))', 'HashContext' => 'hash_init("sha256")', 'DirectoryIterator' => 'new DirectoryIterator(__DIR__)',
        'Directory' => 'dir(__DIR__)', 'Random\Randomizer' => 'new Random\Randomizer(new Random\Engine\Mt19937(1))', 'Random\Engine\Mt19937' => 'new Random\Engine\Mt19937(1)',
        'Random\Engine\PcgOneseq128XslRr64' => 'new Random\Engine\PcgOneseq128XslRr64(1)', 'Random\Engine\Xoshiro256StarStar' => 'new Random\Engine\Xoshiro256StarStar(1)',
        'InflateContext' => 'inflate_init(ZLIB_ENCODING_RAW)', 'DeflateContext' => 'deflate_init(ZLIB_ENCODING_RAW)', 'OpenSSLAsymmetricKey' => 'openssl_pkey_new(["private_key_bits" => 512])',
        'Socket' => 'socket_create(AF_INET, SOCK_DGRAM, 0)', 'XMLParser' => 'xml_parser_create()', 'CurlHandle' => 'curl_init()', 'Shmop' => 'null',
        'DOMDocument' => '(function () { $d = new DOMDocument(); $d->loadXML("<a b=\"c\">d</a>"); return $d; })()', 'DOMNodeList' => '(new DOMDocument())->childNodes', 'DOMXPath' => 'new DOMXPath(new DOMDocument())',
        'DOMNamedNodeMap' => '(new DOMElement("a"))->attributes', 'DOMDocumentType' => '(new DOMImplementation())->createDocumentType("a")',
        'Dom\HTMLDocument' => 'Dom\HTMLDocument::createEmpty()', 'Dom\XMLDocument' => 'Dom\XMLDocument::createEmpty()', 'Dom\HTMLElement' => 'Dom\HTMLDocument::createEmpty()->createElement("p")',
        'Dom\Element' => 'Dom\XMLDocument::createEmpty()->createElement("p")', 'Dom\Text' => 'Dom\XMLDocument::createEmpty()->createTextNode("p")', 'Dom\NodeList' => 'Dom\XMLDocument::createEmpty()->childNodes',
        'Dom\Comment' => 'Dom\XMLDocument::createEmpty()->createComment("p")', 'Dom\TokenList' => 'Dom\HTMLDocument::createEmpty()->createElement("p")->classList', 'Dom\DocumentFragment' => 'Dom\XMLDocument::createEmpty()->createDocumentFragment()',
        'Pdo\Sqlite' => 'new Pdo\Sqlite("sqlite::memory:")', 'PDOStatement' => '(new PDO("sqlite::memory:"))->query("select 1")', 'SQLite3Stmt' => '(new SQLite3(":memory:"))->prepare("select 1")', 'SQLite3Result' => '(new SQLite3(":memory:"))->query("select 1")',
        'IntlBreakIterator' => 'IntlBreakIterator::createWordInstance("de")', 'IntlTimeZone' => 'IntlTimeZone::createTimeZone("UTC")', 'IntlCalendar' => 'IntlCalendar::createInstance("UTC", "de")', 'Collator' => 'new Collator("de")',
        'Transliterator' => 'Transliterator::create("Any-Latin")', 'IntlIterator' => 'IntlTimeZone::createEnumeration()', 'ReflectionObject' => 'new ReflectionObject(new stdClass())', 'ReflectionFunction' => 'new ReflectionFunction("strlen")',
        'ReflectionNamedType' => '(new ReflectionFunction("strlen"))->getReturnType()', 'ReflectionParameter' => 'new ReflectionParameter("strlen", 0)', 'ReflectionAttribute' => '(new ReflectionClass("Attribute"))->getAttributes()[0]',
        'ReflectionExtension' => 'new ReflectionExtension("standard")', 'ReflectionConstant' => 'new ReflectionConstant("PHP_VERSION")', 'ReflectionGenerator' => 'new ReflectionGenerator((function () { yield 1; })())',
        'Uri\Rfc3986\Uri' => 'new Uri\Rfc3986\Uri("https://example.org/a?b#c")', 'Uri\WhatWg\Url' => 'new Uri\WhatWg\Url("https://example.org/a?b#c")', 'BcMath\Number' => 'new BcMath\Number("1.50")', 'GMP' => 'gmp_init("123456789012345678901234567890")',
        'Openssl\Session' => 'null', 'PhpToken' => 'new PhpToken(T_STRING, "a", 1, 2)', 'php_user_filter' => 'new php_user_filter()', 'SensitiveParameterValue' => 'new SensitiveParameterValue([1])', 'StreamBucket' => 'null',
        'WeakMap' => '(function () { $m = new WeakMap(); $m[new stdClass()] = 1; return $m; })()',
    ];

    private static int $below = 0;

    /** @return list<Closure(): object> one for each object of the class that can be made */
    public static function makers(string $class): array
    {
        if (enum_exists($class, false) && is_subclass_of($class, UnitEnum::class)) {
            return array_map(static fn(UnitEnum $case): Closure => static fn(): object => $case, $class::cases());
        }
        $makers = [];
        foreach ([self::byCode($class) ?? self::byConstructor($class)] as $maker) {
            if ($maker !== null) {
                $makers[] = $maker;
            }
        }

        return $makers;
    }

    /** @return (Closure(): object)|null */
    private static function byCode(string $class): ?Closure
    {
        $code = self::CODE[$class] ?? null;
        if ($code === null) {
            return null;
        }

        return self::checked(static function () use ($code): object {
            $object = eval("return $code;");

            return is_object($object) ? $object : throw new \RuntimeException("no object: $code");
        });
    }

    /** @return (Closure(): object)|null */
    private static function byConstructor(string $class): ?Closure
    {
        if (!class_exists($class, false)) {
            return null;
        }
        $reflection = new ReflectionClass($class);
        $arguments = is_a($class, DateTimeInterface::class, true) ? [['2020-01-01']] : self::ARGUMENTS;
        foreach ($reflection->isInstantiable() ? $arguments : [] as $arguments) {
            $maker = self::checked(static fn(): object => $reflection->newInstanceArgs($arguments));
            if ($maker !== null) {
                return $maker;
            }
        }

        return null;
    }

    /**
     * @param Closure(): object $maker
     * @return (Closure(): object)|null
     */
    private static function checked(Closure $maker): ?Closure
    {
        try {
            $maker();
        } catch (Throwable) {
            return null;
        }

        return $maker;
    }

    /** A class of our own below it, with properties; null where there can be none. */
    public static function below(string $class): ?string
    {
        if (!class_exists($class, false)) {
            return null;
        }
        $reflection = new ReflectionClass($class);
        $abstract = array_filter($reflection->getMethods(), static fn(\ReflectionMethod $method): bool => $method->isAbstract());
        if ($reflection->isFinal() || $reflection->isEnum() || $abstract !== []) {
            return null;
        }
        $name = sprintf('Below%04d', ++self::$below);
        $readonly = $reflection->isReadOnly() ? 'readonly ' : '';
        eval("{$readonly}class $name extends \\$class { public ?array \$list" . ($readonly === '' ? ' = [1]' : '') . '; protected int|string|null $own; }');

        return $name;
    }
}
