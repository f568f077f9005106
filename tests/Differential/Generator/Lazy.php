<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Closure;
use Error;
use Lyo\Tests\Fixtures\Deeds;
use Lyo\Tests\Fixtures\LazyObjects;
use Lyo\Tests\Fixtures\PublicBag;
use Lyo\Tests\Fixtures\WithConstants;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Support\Rng;
use ReflectionProperty;

/** Lazy objects, ghosts and proxies, in every state that one can be in when it is encoded. Only where PHP has them. */
final class Lazy
{
    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Objects $objects,
        private readonly Values $values,
    ) {}

    public function any(int $depth): object
    {
        $class = $this->rng->pick([...Objects::plain(), ...Objects::STATE, ...Objects::SLEEP, ...Objects::LEGACY]);
        $filled = $this->objects->of($class, $depth - 1);
        $deed = $this->deed();
        $sleeping = $this->rng->chance(35);
        $object = $this->rng->chance(50)
            ? LazyObjects::ghost($class, static function (object $ghost) use ($filled, $deed): void {
                $deed('ghost');
                self::copy($filled, $ghost);
            }, $sleeping)
            : LazyObjects::proxy($class, static function () use ($filled, $deed): object {
                $deed('proxy');

                return $filled;
            }, $sleeping);
        if ($this->rng->chance(20)) {
            LazyObjects::initialize($object);
        } elseif ($this->rng->chance(30)) {
            $this->fillSome($object, $class);
        }
        if ($this->rng->chance(45)) {
            $this->pool->objects[] = $object;
        }

        return $object;
    }

    /**
     * What the initializer does beside its work. Only while somebody watches: values are also looked at in between.
     *
     * @return Closure(string): void
     */
    private function deed(): Closure
    {
        $action = $this->rng->chance(80) ? 'nothing' : $this->rng->pick(['throw', 'collect', 'churn', 'warn', ...($this->pool->calm ? [] : ['roundtrip', 'encode'])]);
        $load = ['leaf' => $this->values->scalars->any(), 'bag' => new PublicBag()];
        $coding = in_array($action, ['roundtrip', 'encode'], true);
        if ($coding) {
            $this->pool->traits['initializer encodes'] = true;
        }

        return static function (string $kind) use ($action, $load, $coding): void {
            World::event('note initializes a ' . $kind);
            if (World::recording() && !($coding && World::isCalm())) {
                $target = null;
                Deeds::perform($action, $target, $load);
            }
        };
    }

    private static function copy(object $from, object $to): void
    {
        foreach (Slots::of($from::class) as $property) {
            if (!Slots::isVirtual($property) && $property->isInitialized($from)) {
                Slots::set($to, $property, Slots::get($from, $property));
            }
        }
    }

    /** @param class-string $class */
    private function fillSome(object $object, string $class): void
    {
        foreach (Slots::of($class) as $property) {
            if (Slots::isVirtual($property) || $this->rng->chance(50)) {
                continue;
            }
            try {
                // With opcache PHP 8.4 puts the unevaluated expression into a slot whose default is one (UNKNOWN:0 in var_dump).
                $this->rng->chance(60) || $class === WithConstants::class ? $this->fillOne($object, $property) : LazyObjects::skip($object, $property);
            } catch (Error) {
                // The value does not fit the property, or this one cannot be filled.
            }
        }
    }

    private function fillOne(object $object, ReflectionProperty $property): void
    {
        LazyObjects::fill($object, $property, $this->values->leaf());
    }
}
