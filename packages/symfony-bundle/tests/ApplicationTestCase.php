<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bundle\Tests\App\TestKernel;
use Lyo\Format;
use PHPUnit\Framework\TestCase;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Console\Tester\ApplicationTester;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\Filesystem\Filesystem;

abstract class ApplicationTestCase extends TestCase
{
    protected const POOLS = ['cache.app', 'tagged.pool', 'tags.pool', 'chain.pool', 'plain.pool'];

    protected string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir().'/lyo-bundle-'.getmypid().'-'.bin2hex(random_bytes(4));
        mkdir($this->folder, 0o700);
    }

    protected function tearDown(): void
    {
        (new Filesystem())->remove($this->folder);
    }

    /**
     * @param array<string, mixed>                 $lyo
     * @param array<string, mixed>                 $framework
     * @param \Closure(ContainerBuilder):void|null $services
     */
    protected function application(array $lyo = [], array $framework = [], ?\Closure $services = null, bool $bundle = true): TestKernel
    {
        return new TestKernel($this->folder, $lyo, $framework, $services, $bundle);
    }

    protected static function pool(TestKernel $kernel, string $name): AdapterInterface
    {
        $pool = $kernel->service($name);
        self::assertInstanceOf(AdapterInterface::class, $pool);

        return $pool;
    }

    protected static function save(AdapterInterface $pool, string $key, mixed $value): void
    {
        self::assertTrue($pool->save($pool->getItem($key)->set($value)));
    }

    /**
     * @return array<string, string> what the pools have stored, by file
     */
    protected function stored(): array
    {
        $stored = [];
        /** @var \SplFileInfo $file */
        foreach (is_dir($this->folder.'/pools') ? new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($this->folder.'/pools', \FilesystemIterator::SKIP_DOTS)) : [] as $file) {
            if ($file->isFile()) {
                $stored[$file->getPathname()] = explode("\n", (string) file_get_contents($file->getPathname()), 3)[2] ?? '';
            }
        }

        return $stored;
    }

    /**
     * @return array<string, int> the number of stored arrays and objects by format; strings and numbers are serialize() text in all of them
     */
    protected function formats(): array
    {
        $formats = [];
        foreach ($this->stored() as $bytes) {
            if (1 !== preg_match('/^(?:[sidb]:|N;)/', $bytes)) {
                $format = Format::detect("\x9D" === $bytes[0] ? substr($bytes, 13 + \ord($bytes[12])) : $bytes)->value ?? 'unknown';
                $formats[$format] = ($formats[$format] ?? 0) + 1;
            }
        }

        return $formats;
    }

    /**
     * @param array<string, mixed> $input
     *
     * @return array{int, string} status and output
     */
    protected static function command(TestKernel $kernel, array $input): array
    {
        $application = new Application($kernel);
        $application->setAutoExit(false);
        $application->setCatchErrors(false);
        $tester = new ApplicationTester($application);
        $handler = set_exception_handler(null);
        $status = $tester->run($input, ['interactive' => false, 'decorated' => false]);
        set_exception_handler($handler);

        return [$status, $tester->getDisplay()];
    }

    protected static function automatic(): Format
    {
        return \extension_loaded('lyo') ? Format::Lyo : Format::Native;
    }
}
