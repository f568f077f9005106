<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App;

use App\Models\Comment;
use App\Models\Order;
use App\Models\OrderLine;
use App\Models\OrderStatus;
use App\Models\Post;
use App\Models\PostStatus;
use App\Models\Product;
use App\Models\Tag;
use App\Models\User;
use Faker\Factory;
use Faker\Generator;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\Schema\Builder;
use Illuminate\Support\Str;

/** Tables of the application, and rows that are the same each time. */
final class Seeder
{
    private Generator $faker;

    public function __construct(private readonly Builder $schema)
    {
        $this->faker = Factory::create();
        mt_srand(2026); // Faker::seed() gives other numbers from PHP 8.3 on
    }

    public function run(): void
    {
        $this->tables();
        $serial = 0;
        Str::createUuidsUsing(fn() => \Ramsey\Uuid\Uuid::fromString($this->faker->uuid()));
        for ($i = 0; $i < 40; $i++) {
            User::create([
                'name' => $this->faker->name(), 'email' => $this->faker->unique()->safeEmail(), 'password' => '$2y$12$' . $this->faker->regexify('[A-Za-z0-9]{53}'),
                'remember_token' => $this->faker->regexify('[A-Za-z0-9]{60}'), 'email_verified_at' => $i % 5 === 0 ? null : $this->date(), 'is_admin' => $i === 0,
                'preferences' => ['locale' => $this->faker->locale(), 'timezone' => $this->faker->randomElement(['Europe/Berlin', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo']), 'newsletter' => $this->faker->boolean(), 'theme' => 'dark'],
            ]);
        }
        foreach ($this->faker->unique()->words(25) as $word) {
            Tag::create(['name' => $word, 'slug' => $word]);
        }
        for ($i = 0; $i < 120; $i++) {
            $title = rtrim($this->faker->sentence(7), '.');
            $post = Post::create([
                'user_id' => $this->faker->numberBetween(1, 40), 'title' => $title, 'slug' => Str::slug($title), 'status' => $this->faker->randomElement(PostStatus::cases()),
                'body' => '<p>' . implode("</p>\n<p>", $this->faker->paragraphs($this->faker->numberBetween(3, 12))) . '</p>', 'published_at' => $i % 6 === 0 ? null : $this->date(),
                'meta' => ['description' => $this->faker->sentence(), 'words' => $this->faker->numberBetween(100, 2000), 'image' => $this->faker->uuid() . '.jpg'],
            ]);
            $post->tags()->attach($this->faker->randomElements(range(1, 25), 3));
            for ($j = $this->faker->numberBetween(0, 6); $j > 0; $j--) {
                Comment::create(['post_id' => $post->id, 'user_id' => $this->faker->numberBetween(1, 40), 'body' => $this->faker->paragraph(), 'ip' => $this->faker->ipv4()]);
            }
        }
        for ($i = 0; $i < 150; $i++) {
            Product::create([
                'sku' => $this->faker->unique()->ean13(), 'name' => ucfirst($this->faker->words(3, true)), 'price' => $this->faker->randomFloat(2, 2, 900), 'stock' => $this->faker->numberBetween(0, 90),
                'weight' => $this->faker->randomFloat(3, 0, 30), 'released_on' => $this->date(), 'description' => $this->faker->paragraph(5),
                'attributes_json' => ['color' => $this->faker->colorName(), 'size' => $this->faker->randomElement(['S', 'M', 'L', 'XL']), 'material' => $this->faker->word()],
            ]);
        }
        for ($i = 0; $i < 100; $i++) {
            $order = Order::create([
                'user_id' => $this->faker->numberBetween(1, 40), 'number' => sprintf('R-%06d', ++$serial), 'status' => $this->faker->randomElement(OrderStatus::cases()), 'placed_at' => $this->date(),
                'total' => $this->faker->randomFloat(2, 5, 2000), 'shipping_address' => ['name' => $this->faker->name(), 'street' => $this->faker->streetAddress(), 'zip' => $this->faker->postcode(), 'city' => $this->faker->city(), 'country' => $this->faker->countryCode()],
            ]);
            for ($j = $this->faker->numberBetween(1, 5); $j > 0; $j--) {
                OrderLine::create(['order_id' => $order->id, 'product_id' => $this->faker->numberBetween(1, 150), 'quantity' => $this->faker->numberBetween(1, 4), 'price' => $this->faker->randomFloat(2, 2, 400)]);
            }
        }
        Str::createUuidsNormally();
    }

    private function date(): string
    {
        return $this->faker->dateTimeBetween('2024-01-01', '2026-03-01')->format('Y-m-d H:i:s');
    }

    private function tables(): void
    {
        $this->schema->create('users', static function (Blueprint $table): void {
            $table->id();
            $table->string('name');
            $table->string('email')->unique();
            $table->timestamp('email_verified_at')->nullable();
            $table->string('password');
            $table->json('preferences');
            $table->boolean('is_admin');
            $table->rememberToken();
            $table->timestamps();
            $table->softDeletes();
        });
        $this->schema->create('posts', static function (Blueprint $table): void {
            $table->id();
            $table->foreignIdFor(User::class);
            $table->string('title');
            $table->string('slug');
            $table->string('status');
            $table->text('body');
            $table->json('meta');
            $table->timestamp('published_at')->nullable();
            $table->timestamps();
        });
        $this->schema->create('comments', static function (Blueprint $table): void {
            $table->id();
            $table->foreignIdFor(Post::class);
            $table->foreignIdFor(User::class);
            $table->text('body');
            $table->string('ip');
            $table->timestamps();
        });
        $this->schema->create('tags', static function (Blueprint $table): void {
            $table->id();
            $table->string('name');
            $table->string('slug');
        });
        $this->schema->create('post_tag', static function (Blueprint $table): void {
            $table->foreignIdFor(Post::class);
            $table->foreignIdFor(Tag::class);
            $table->timestamps();
        });
        $this->schema->create('products', static function (Blueprint $table): void {
            $table->id();
            $table->string('sku');
            $table->string('name');
            $table->text('description');
            $table->decimal('price');
            $table->integer('stock');
            $table->float('weight');
            $table->json('attributes_json');
            $table->date('released_on');
            $table->timestamps();
        });
        $this->schema->create('orders', static function (Blueprint $table): void {
            $table->uuid('id')->primary();
            $table->foreignIdFor(User::class);
            $table->string('number');
            $table->integer('status');
            $table->json('shipping_address');
            $table->decimal('total');
            $table->timestamp('placed_at');
            $table->timestamps();
        });
        $this->schema->create('order_lines', static function (Blueprint $table): void {
            $table->id();
            $table->foreignUuid('order_id');
            $table->foreignIdFor(Product::class);
            $table->integer('quantity');
            $table->decimal('price');
        });
        $this->schema->create('jobs', static function (Blueprint $table): void {
            $table->id();
            $table->string('queue');
            $table->longText('payload');
            $table->unsignedTinyInteger('attempts');
            $table->unsignedInteger('reserved_at')->nullable();
            $table->unsignedInteger('available_at');
            $table->unsignedInteger('created_at');
        });
    }
}
