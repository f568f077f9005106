<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use Composer\ClassMapGenerator\ClassMapGenerator;
use Composer\Package\Loader\ArrayLoader;
use Composer\Semver\VersionParser;
use Lyo\Corpus\Recorder;
use PhpParser\Comment\Doc;
use PhpParser\Node;
use PhpParser\NodeFinder;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor\NameResolver;
use PhpParser\ParserFactory;
use PhpParser\PhpVersion;
use PHPStan\PhpDocParser\Lexer\Lexer;
use PHPStan\PhpDocParser\Parser\ConstExprParser;
use PHPStan\PhpDocParser\Parser\PhpDocParser;
use PHPStan\PhpDocParser\Parser\TokenIterator;
use PHPStan\PhpDocParser\Parser\TypeParser;
use PHPStan\PhpDocParser\ParserConfig;
use Twig\Environment;
use Twig\Loader\ArrayLoader as Templates;
use Twig\Source;

return static function (Recorder $recorder): void {
    $vendor = __DIR__ . '/vendor';
    $files = static function (string $folder, string $extension) use ($vendor): array {
        $files = [];
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$vendor/$folder", FilesystemIterator::SKIP_DOTS)) as $file) {
            if ($file->getExtension() === $extension) {
                $files[] = substr((string) $file, strlen($vendor) + 1);
            }
        }
        sort($files);

        return $files;
    };
    $named = static fn(string $file): string => strtolower((string) preg_replace('/[^A-Za-z0-9]+/', '-', preg_replace('/\.\w+$/', '', $file)));
    /** @param list<string> $list */
    $some = static fn(array $list, int $count): array => array_map(static fn(int $i): string => $list[intdiv($i * count($list), $count)], range(0, $count - 1));

    // ---- trees of PHP-Parser, as a tool keeps them of files that have not changed
    $parser = (new ParserFactory())->createForVersion(PhpVersion::fromString('8.2'));
    $sources = [...$some($files('nikic/php-parser/lib', 'php'), 14), ...$some($files('twig/twig/src', 'php'), 10), ...$some($files('composer/semver/src', 'php'), 4), 'nikic/php-parser/lib/PhpParser/NodeAbstract.php', 'composer/composer/src/Composer/Util/Platform.php'];
    foreach (array_unique($sources) as $file) {
        $tree = $parser->parse((string) file_get_contents("$vendor/$file")) ?? [];
        $recorder->add('ast-' . $named(substr($file, (int) strpos($file, '/') + 1)), 'PHP-Parser tree', "tree of $file", $tree);
    }
    foreach (['twig/twig/src/Environment.php', 'composer/semver/src/VersionParser.php', 'twig/twig/src/Source.php'] as $file) {
        $tree = (new NodeTraverser(new NameResolver()))->traverse($parser->parse((string) file_get_contents("$vendor/$file")) ?? []);
        $recorder->add('resolved-' . $named(basename($file)), 'PHP-Parser tree', "tree of $file with resolved names", $tree);
    }
    // What an index of an editor keeps of a class.
    foreach (['twig/twig/src/Environment.php', 'composer/composer/src/Composer/Config.php', 'composer/composer/src/Composer/Installer.php', 'phpstan/phpdoc-parser/src/Parser/TypeParser.php'] as $file) {
        $methods = [];
        foreach ((new NodeFinder())->findInstanceOf($parser->parse((string) file_get_contents("$vendor/$file")) ?? [], Node\Stmt\ClassMethod::class) as $method) {
            $methods[$method->name->toString()] = ['line' => $method->getStartLine(), 'end' => $method->getEndLine(), 'static' => $method->isStatic(), 'flags' => $method->flags, 'parameters' => array_map(static fn(Node\Param $parameter): array => ['name' => $parameter->var instanceof Node\Expr\Variable ? $parameter->var->name : '', 'optional' => $parameter->default !== null, 'reference' => $parameter->byRef], $method->params), 'doc' => $method->getDocComment()?->getText()];
        }
        $recorder->add('index-' . $named(basename($file)), 'arrays', "methods of $file", $methods);
    }

    // ---- trees of doc comments
    $config = new ParserConfig(['lines' => true, 'indexes' => true]);
    $constants = new ConstExprParser($config);
    $docs = new PhpDocParser($config, new TypeParser($config, $constants), $constants);
    $lexer = new Lexer($config);
    $tree = static fn(string $doc): object => $docs->parse(new TokenIterator($lexer->tokenize($doc)));
    foreach (['composer/composer/src/Composer/Package/Loader/ArrayLoader.php', 'twig/twig/src/Environment.php', 'nikic/php-parser/lib/PhpParser/BuilderFactory.php', 'nikic/php-parser/lib/PhpParser/NodeTraverser.php', 'composer/class-map-generator/src/ClassMap.php', 'composer/composer/src/Composer/Package/PackageInterface.php', 'phpstan/phpdoc-parser/src/Parser/TokenIterator.php', 'composer/semver/src/Semver.php'] as $file) {
        $trees = [];
        (new NodeFinder())->find($parser->parse((string) file_get_contents("$vendor/$file")) ?? [], static function (Node $node) use (&$trees, $tree): bool {
            $doc = $node->getDocComment();
            if ($doc instanceof Doc) {
                $trees[$node->getStartLine()] = $tree($doc->getText());
            }

            return false;
        });
        $recorder->add('phpdoc-' . $named(basename($file)), 'phpdoc-parser trees', "trees of the comments of $file", $trees);
    }
    $comments = [
        'return' => '/** @return array<string, list<int>> */',
        'generic' => "/**\n * @template TKey of array-key\n * @template-covariant TValue\n * @implements IteratorAggregate<TKey, TValue>\n * @extends Collection<TKey, TValue>\n */",
        'shape' => "/**\n * @param array{id: int, name: string, tags?: list<string>, address: array{street: string, zip: string, city: string}|null, ...} \$row\n * @param (callable(int, string=): bool)|null \$filter\n * @return (\$filter is null ? int : int<0, max>)\n * @throws \\RuntimeException when there is none\n */",
        'types' => "/**\n * @phpstan-type Row array{a: int, b: 'x'|'y', c: self::*}\n * @phpstan-import-type Other from Elsewhere as Mine\n * @method static self make(int \$a, string ...\$rest)\n * @property-read non-empty-string \$name\n * @mixin Builder<static>\n */",
    ];
    foreach ($comments as $name => $comment) {
        $recorder->add("phpdoc-of-$name", 'phpdoc-parser trees', 'tree of one comment', $tree($comment));
    }
    $recorder->add('phpdoc-tokens', 'arrays', 'tokens of a comment', $lexer->tokenize($comments['shape']));

    // ---- Twig
    $templates = [
        'layout' => "<!doctype html>\n<html lang=\"{{ locale }}\">\n<head><title>{% block title %}{{ site.name }}{% endblock %}</title></head>\n<body>\n{% for item in menu if item.visible is not defined or item.visible %}<a href=\"{{ item.url|e('html_attr') }}\">{{ item.title|upper }}</a>{% else %}-{% endfor %}\n{% block body %}{% endblock %}\n</body>\n</html>",
        'list' => "{% extends 'layout' %}{% block title %}{{ parent() }}: {{ title }}{% endblock %}\n{% block body %}{% for post in posts %}<article class=\"{{ cycle(['odd', 'even'], loop.index0) }}\"><h2>{{ post.title|title }}</h2>{{ post.body|striptags|slice(0, 200)|raw }}{% include 'tags' with {tags: post.tags} only %}</article>{% endfor %}{% endblock %}",
        'macros' => "{% macro input(name, value, type = 'text', size = 20) %}<input type=\"{{ type }}\" name=\"{{ name }}\" value=\"{{ value|e }}\" size=\"{{ size }}\">{% endmacro %}{% import _self as forms %}{{ forms.input('q', query ?? '') }}{% set total = lines|reduce((sum, line) => sum + line.price * line.quantity, 0) %}{{ total|number_format(2, ',', '.') }}",
        'small' => 'Hello {{ name }}.',
    ];
    $twig = new Environment(new Templates(['tags' => '{{ tags|join(", ") }}'] + array_map(static fn(string $text): string => str_replace(' if item.visible is not defined or item.visible', '', $text), $templates)));
    foreach (array_keys($templates) as $name) {
        $source = $twig->getLoader()->getSourceContext($name);
        $recorder->add("twig-tokens-$name", 'Twig tokens', 'tokens of a template', $twig->tokenize($source));
        $recorder->add("twig-source-$name", 'Twig source', 'a template with its name', new Source($source->getCode(), $source->getName(), 'templates/' . $name . '.html.twig'));
    }

    // ---- what Composer keeps; addresses, references and times are made from name and version: registries differ in them
    $versions = [];
    foreach (json_decode((string) file_get_contents(__DIR__ . '/composer.lock'), true)['packages'] as $package) {
        $versions[$package['name']] = $package['version'];
    }
    $loader = new ArrayLoader();
    $locked = $packages = $objects = [];
    foreach ($versions as $name => $version) {
        $json = json_decode((string) file_get_contents("$vendor/$name/composer.json"), true);
        $reference = sha1("$name $version");
        $locked[] = $packages[$name] = ['name' => $name, 'version' => $version] + [
            'source' => ['type' => 'git', 'url' => "https://github.com/$name.git", 'reference' => $reference],
            'dist' => ['type' => 'zip', 'url' => "https://api.github.com/repos/$name/zipball/$reference", 'reference' => $reference, 'shasum' => ''],
        ] + array_diff_key($json, ['version' => 0, 'scripts' => 0, 'config' => 0, 'require-dev' => 0]) + ['notification-url' => 'https://packagist.org/downloads/', 'time' => '2026-02-' . sprintf('%02d', 1 + crc32($name) % 28) . 'T10:00:00+00:00'];
        $objects[$name] = $loader->load($packages[$name]);
    }
    foreach (['psr/log', 'composer/semver', 'symfony/console', 'phpstan/phpdoc-parser', 'twig/twig'] as $name) {
        if (isset($packages[$name])) {
            $recorder->add('package-' . $named($name), 'arrays', "metadata of $name", $packages[$name]);
            $recorder->add('package-object-' . $named($name), 'Composer package', "metadata of $name as an object of Composer", $objects[$name]);
        }
    }
    $recorder->add('lock', 'composer.lock as arrays', 'the lock file of this application', ['content-hash' => md5('lyo'), 'packages' => $locked, 'packages-dev' => [], 'aliases' => [], 'minimum-stability' => 'stable', 'stability-flags' => [], 'prefer-stable' => false, 'platform' => ['php' => '>=8.2'], 'plugin-api-version' => '2.6.0']);
    $recorder->add('packages', 'Composer packages', 'packages of the lock file as objects of Composer', $objects);
    $parser = new VersionParser();
    foreach (['^7.4', '>=1.2 <3.0 || ~4.1.0, !=4.1.7', '1.0.x-dev || dev-main'] as $i => $constraint) {
        $recorder->add("constraint-$i", 'Composer constraint', "the constraint $constraint", $parser->parseConstraints($constraint));
    }
    foreach (['psr', 'composer/composer', 'nikic', 'symfony'] as $folder) {
        $map = ClassMapGenerator::createMap("$vendor/$folder");
        ksort($map); // folders are read in any order
        $recorder->add('classmap-' . basename($folder), 'class map', "classes of packages of $folder and their files", $map);
    }
    $generator = new ClassMapGenerator();
    $generator->scanPaths("$vendor/twig");
    $map = $generator->getClassMap();
    $map->sort();
    $recorder->add('classmap-object', 'class map', 'a class map as an object of Composer', $map);
    foreach (['composer/composer/res/composer-schema.json' => 'schema', 'composer/composer/composer.json' => 'composer'] as $file => $name) {
        $json = (string) file_get_contents("$vendor/$file");
        $recorder->add("json-$name-array", 'JSON document as arrays', $file, json_decode($json, true));
        $recorder->add("json-$name-object", 'JSON document as objects', $file, json_decode($json));
    }
};
