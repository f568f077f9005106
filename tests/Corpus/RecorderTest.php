<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

use ArrayObject;
use Lyo\Corpus\Recorder;
use Lyo\Corpus\SerializedText;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;

#[CoversNothing]
final class RecorderTest extends TestCase
{
    private string $directory;

    protected function setUp(): void
    {
        $this->directory = sys_get_temp_dir() . '/lyo-recorder-' . bin2hex(random_bytes(4));
        mkdir($this->directory . '/shop', recursive: true);
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), [...glob($this->directory . '/*.tsv') ?: [], ...glob($this->directory . '/shop/*') ?: []]);
        rmdir($this->directory . '/shop');
        rmdir($this->directory);
    }

    #[Test]
    public function a_corpus_is_read_as_it_was_recorded(): void
    {
        $recorder = new Recorder($this->directory, 'shop');
        $recorder->add('row', 'row', 'a row', ['id' => 1]);
        $recorder->text('list', 'list', 'a list', serialize(new ArrayObject([1.5, null])));
        $recorder->ofThisPhp();
        $recorder->add('version', 'scalar', 'a version', PHP_VERSION);
        $lines = $recorder->manifest();
        file_put_contents($this->directory . '/manifest.tsv', implode("\n", [implode("\t", Recorder::COLUMNS), ...$lines]) . "\n");
        $corpus = Corpus::at($this->directory);

        self::assertSame(['shop' => ['shop/row.ser', 'shop/list.ser', 'shop/version.ser']], $corpus->files());
        self::assertSame(3, $corpus->count());
        self::assertSame(serialize(['id' => 1]), $corpus->text('shop/row.ser'));
        self::assertSame("shop/row.ser\tshop\trow\t19\tno\ta row\tgenerated", $lines[0]);
        self::assertStringContainsString("\tyes\t", $lines[1]);
        self::assertStringContainsString("depends on this PHP", $lines[2]);
    }

    #[Test]
    public function a_path_of_this_machine_becomes_another_one_in_strings_and_in_texts_inside_of_strings(): void
    {
        $recorder = new Recorder($this->directory, 'shop');
        $file = $this->directory . '/shop/src/Item.php';
        $recorder->add('paths', 'paths', 'paths', [$file => serialize(['file' => $file, 'twice' => serialize([$file])])]);

        $wanted = ['/srv/shop/src/Item.php' => serialize(['file' => '/srv/shop/src/Item.php', 'twice' => serialize(['/srv/shop/src/Item.php'])])];
        self::assertSame(serialize($wanted), file_get_contents($this->directory . '/shop/paths.ser'));
    }

    #[Test]
    public function texts_are_read_token_by_token(): void
    {
        $text = serialize([new ArrayObject(['s:3:"abc";' => 1.0E+25, 'O:8:"stdClass":0:{}' => true]), (object) ['a' => null], -5]);

        self::assertSame($text, SerializedText::replace($text, ['nothing' => 'something']));
        self::assertSame([ArrayObject::class], SerializedText::classes($text));
        $this->expectException(RuntimeException::class);
        SerializedText::classes('x' . $text);
    }

    #[Test]
    public function a_value_that_changes_each_time_is_refused(): void
    {
        $this->expectExceptionMessage('shop/changes.ser does not come back');
        (new Recorder($this->directory, 'shop'))->add('changes', 'object', 'an object', new Changing());
    }

    #[Test]
    public function a_name_is_given_once(): void
    {
        $recorder = new Recorder($this->directory, 'shop');
        $recorder->add('row', 'row', 'a row', []);
        $this->expectExceptionMessage('was given twice');
        $recorder->add('row', 'row', 'a row', []);
    }

    #[Test]
    public function a_value_that_names_the_machine_is_refused(): void
    {
        $this->expectExceptionMessage('tells where it was made');
        (new Recorder($this->directory, 'shop'))->text('folder', 'object', 'an object', 'O:' . strlen($this->directory) . ':"' . $this->directory . '":0:{}');
    }
}
