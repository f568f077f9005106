<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Rooms;

require_once __DIR__ . '/../../tools/Rooms.php';

/** The order of the rooms of src/ and cli/src/, and the edge of the library: tools/Rooms.php, for tools/check-layers.php. */
#[CoversNothing]
final class RoomsTest extends TestCase
{
    private const ROOT = __DIR__ . '/../..';

    /** @var array<string, string>|null the tree as it is */
    private static ?array $sources = null;

    #[Test]
    public function the_tree_has_no_forbidden_import(): void
    {
        $rooms = Rooms::of(self::ROOT);

        self::assertSame([], $rooms->check());
        self::assertSame(count(Rooms::order()), substr_count($rooms->graph(), "\n"));
        self::assertStringContainsString("src/Wire -> nothing\n", $rooms->graph());
        self::assertMatchesRegularExpression('~^src/Envelope -> .*src/Pure \d~m', $rooms->graph());
    }

    /** @return iterable<string, array{string, string, string}> file, what is added to it, what must be found */
    public static function imports(): iterable
    {
        foreach (array_keys(Rooms::order()) as $room) {
            [$file, $namespace] = match ($room) {
                'src/kernel' => ['src/Keeps.php', ''],
                'src/facade' => ['src/Translator.php', ''],
                'cli/src/commands' => ['cli/src/Planted.php', 'Lyo\Tools'],
                default => ["$room/Planted.php", strtr($room, ['cli/src' => 'Lyo\Tools', 'src' => 'Lyo', '/' => '\\'])],
            };
            $forbidden = match (true) {
                $room === 'src/Bridge' => 'Lyo\Session\Form',
                $room === 'cli/src/commands' => 'Lyo\Pure\Tokens', // all rooms are below, but this is internal and not for the command line
                str_starts_with($room, 'cli/') => 'Lyo\Tools\Application',
                default => 'Lyo\Bridge\Miss',
            };
            $head = $namespace === '' ? '' : "<?php\n\nnamespace $namespace;\n\n";
            $code = $namespace === '' ? "final class Other extends \\$forbidden {}\n" : "use $forbidden;\n\nfinal class Planted {}\n";
            yield $room => [$file, $head . $code, $room === 'cli/src/commands' ? "$forbidden is internal" : "$room uses $forbidden"];
        }
    }

    #[Test]
    #[DataProvider('imports')]
    public function an_import_from_above_is_found_in_each_room(string $file, string $added, string $found): void
    {
        $problems = self::with($file, (self::sources()[$file] ?? '') . $added);

        self::assertCount(1, $problems, implode("\n", $problems));
        self::assertStringStartsWith("$file:", $problems[0]);
        self::assertSame($found, preg_replace('/^.*?: /', '', $problems[0]));
    }

    /** @return iterable<string, array{string}> */
    public static function spellings(): iterable
    {
        yield 'use' => ['use Lyo\Serializer;'];
        yield 'use with another name' => ['use Lyo\{Keeps, Serializer as Other};'];
        yield 'name in the code' => ['$a = new \Lyo\Serializer();'];
        yield 'constant' => ['echo \Lyo\Serializer::class;'];
        yield 'part of a name' => ["use Lyo as All;\nfunction a(All\\Serializer \$a): void {}"];
        yield 'relative to the namespace' => ['function a(): ?\Lyo\Serializer { return null; }'];
        yield 'attribute' => ['#[\Lyo\Serializer(1)] class A {}'];
        yield 'catch' => ['try { a(); } catch (\Lyo\Serializer) {}'];
    }

    #[Test]
    #[DataProvider('spellings')]
    public function an_import_is_found_however_it_is_written(string $code): void
    {
        $problems = self::with('src/Native/Planted.php', "<?php\n\nnamespace Lyo\\Native;\n\n$code\n");

        self::assertCount(1, $problems, implode("\n", $problems));
        self::assertStringEndsWith('src/Native uses Lyo\Serializer', $problems[0]);
    }

    #[Test]
    public function names_of_members_and_comments_are_no_imports(): void
    {
        $code = "/** \\Lyo\\Serializer */\nfinal class Planted { const Serializer = 1; function Serializer(): int { return self::Serializer + \$this->Serializer() + Serializer(Serializer: 1); } }\nenum Kinds { case Serializer; } // Lyo\\Serializer";

        self::assertSame([], self::with('src/Keeps.php', self::sources()['src/Keeps.php'] . $code));
    }

    #[Test]
    public function a_name_in_the_same_namespace_is_an_import(): void
    {
        $problems = self::with('src/Keeps.php', self::sources()['src/Keeps.php'] . 'function a(Serializer $a): void {}');

        self::assertSame(['src/kernel uses Lyo\Serializer'], array_map(static fn(string $problem): string => (string) preg_replace('/^.*?: /', '', $problem), $problems));
    }

    #[Test]
    public function a_new_folder_needs_a_place_in_the_order(): void
    {
        self::assertSame(['src/New/Thing.php: src/New has no place in the order of rooms'], self::with('src/New/Thing.php', "<?php namespace Lyo\\New; final class Thing {}"));
    }

    /** @return iterable<string, array{string, string}> */
    public static function outside(): iterable
    {
        yield 'bridge' => ['src/Bridge/Planted.php', "<?php namespace Lyo\\Bridge;\nuse Lyo\\Native\\Reader;\n"];
        yield 'command line' => ['cli/src/Store/Planted.php', "<?php namespace Lyo\\Tools\\Store;\nfunction a(): void { \\Lyo\\Pure\\Encoder::encode(1); }\n"];
        yield 'sample' => ['samples/Planted.php', "<?php namespace Lyo\\Samples;\nuse Lyo\\Native\\Reader;\n"];
        yield 'demo' => ['demo/Planted.php', "<?php namespace Lyo\\Demo;\nuse Lyo\\Native\\Reader;\n"];
        yield 'code of a document' => ['docs/planted.md', "# A page\n\n```php\nuse Lyo\\Native\\Reader;\n\nReader::read('N;', \$sink);\n```\n"];
        yield 'settings in a document' => ['docs/planted.md', "# A page\n\n```yaml\nservices:\n    a:\n        class: Lyo\\Native\\Reader\n```\n"];
        yield 'README' => ['cli/README.md', "```php\nnew Lyo\\Native\\Reader();\n```\n"];
    }

    #[Test]
    #[DataProvider('outside')]
    public function the_use_of_an_internal_type_is_found(string $file, string $code): void
    {
        $problems = self::with($file, $code);

        self::assertGreaterThan(0, count($problems));
        foreach ($problems as $problem) {
            self::assertMatchesRegularExpression("~^$file:\d+: Lyo.(Native.Reader|Pure.Encoder) is internal$~", $problem);
        }
        self::assertSame([], self::with($file, strtr($code, ['Lyo\Native\Reader' => 'Lyo\Serializer', 'Lyo\Pure\Encoder' => 'Lyo\Serializer'])));
    }

    #[Test]
    public function the_reference_needs_a_heading_for_each_type_that_is_not_internal(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-reference-' . bin2hex(random_bytes(6));
        mkdir($folder);
        exec('cp -r ' . self::ROOT . '/src ' . self::ROOT . "/tools $folder");
        foreach (['vendor', 'docs', 'ext', 'ext-igbinary', 'samples', 'demo', 'spec', 'cli', 'packages', 'README.md'] as $name) {
            symlink((string) realpath(self::ROOT . "/$name"), "$folder/$name");
        }
        $run = static function (string $comment) use ($folder): string {
            file_put_contents("$folder/src/Native/Planted.php", "<?php\n\nnamespace Lyo\\Native;\n\n$comment\nfinal class Planted {}\n");
            exec('$(PHP=' . escapeshellarg(PHP_BINARY) . " $folder/tools/php.sh tokenizer mbstring ctype) $folder/tools/gen-reference.php --check 2>&1", $lines);
            return implode("\n", $lines);
        };

        self::assertStringContainsString('neither @internal nor in CLASSES of this file: Lyo\Native\Planted', $run('/** Says what it is for. */'));
        self::assertStringContainsString('are what the sources say', $run("/**\n * Says what it is for.\n *\n * @internal\n */"));
        exec("rm -rf $folder");
    }

    /** @return list<string> problems of the tree with one file changed or added */
    private static function with(string $file, string $code): array
    {
        return (new Rooms([...self::sources(), $file => $code]))->check();
    }

    /** @return array<string, string> */
    private static function sources(): array
    {
        return self::$sources ??= Rooms::sources(self::ROOT);
    }
}
