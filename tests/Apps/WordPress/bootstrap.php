<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For PHPUnit 9 with WordPress' own tests. They use a part of Yoast's polyfills, of which not every registry has the version that they ask
// for: with PHPUnit 9.6 that part is the names of the methods that prepare a test.

declare(strict_types=1);

namespace Yoast\PHPUnitPolyfills {
    final class Autoload
    {
        public const VERSION = '1.1.0';
    }
}

namespace Yoast\PHPUnitPolyfills\TestCases {
    abstract class TestCase extends \PHPUnit\Framework\TestCase
    {
        public static function setUpBeforeClass(): void
        {
            parent::setUpBeforeClass();
            static::set_up_before_class();
        }

        public static function tearDownAfterClass(): void
        {
            static::tear_down_after_class();
            parent::tearDownAfterClass();
        }

        protected function setUp(): void
        {
            parent::setUp();
            $this->set_up();
        }

        protected function assertPreConditions(): void
        {
            parent::assertPreConditions();
            $this->assert_pre_conditions();
        }

        protected function assertPostConditions(): void
        {
            parent::assertPostConditions();
            $this->assert_post_conditions();
        }

        protected function tearDown(): void
        {
            $this->tear_down();
            parent::tearDown();
        }

        public static function set_up_before_class() {}

        protected function set_up() {}

        protected function assert_pre_conditions() {}

        protected function assert_post_conditions() {}

        protected function tear_down() {}

        public static function tear_down_after_class() {}
    }
}

namespace {
    require getenv('SITE_TESTS') . '/includes/bootstrap.php';
}
