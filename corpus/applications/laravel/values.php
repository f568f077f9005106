<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use App\Events\OrderShipped;
use App\Jobs\ExportOrders;
use App\Jobs\ResizeImages;
use App\Jobs\SyncStock;
use App\Mail\Invoice;
use App\Models\Order;
use App\Models\Post;
use App\Models\Product;
use App\Models\Tag;
use App\Models\User;
use App\Site;
use Carbon\CarbonImmutable;
use Carbon\CarbonPeriod;
use Faker\Factory;
use Illuminate\Broadcasting\BroadcastEvent;
use Illuminate\Config\Repository as Config;
use Illuminate\Contracts\Cache\Repository as Cache;
use Illuminate\Database\Eloquent\Collection as Models;
use Illuminate\Events\CallQueuedListener;
use Illuminate\Mail\SendQueuedMailable;
use Illuminate\Queue\DatabaseQueue;
use Illuminate\Queue\QueueManager;
use Illuminate\Routing\RouteCollection;
use Illuminate\Routing\Router;
use Illuminate\Session\FileSessionHandler;
use Illuminate\Session\Store;
use Illuminate\Support\Carbon;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Validator;
use Illuminate\Support\Fluent;
use Illuminate\Support\HtmlString;
use Illuminate\Support\MessageBag;
use Illuminate\Support\Str;
use Illuminate\Support\ViewErrorBag;
use Lyo\Corpus\Recorder;
use Ramsey\Uuid\Uuid;

return static function (Recorder $recorder): void {
    $app = Site::start(__DIR__, Recorder::DATE);
    $faker = Factory::create();
    mt_srand(12); // Faker::seed() gives other numbers from PHP 8.3 on
    foreach (['storage/framework/cache/data', 'storage/framework/sessions'] as $folder) {
        is_dir(__DIR__ . "/$folder") || mkdir(__DIR__ . "/$folder", recursive: true);
    }

    // A value goes through the store of files, and what that has written is taken from its file.
    $cached = static function (string $name, string $kind, string $description, mixed $value) use ($app, $recorder): void {
        $app->make(Cache::class)->put($name, $value, 3600);
        $file = $app->make(Cache::class)->getStore()->path($name);
        $recorder->text('cache-' . $name, $kind, $description, substr((string) file_get_contents($file), 10));
        $app->make(Cache::class)->forget($name);
    };

    // ---- models, collections, pages of results
    foreach ([1, 2, 7] as $id) {
        $cached("user-$id", 'Eloquent model', 'a user, as Auth caches it', User::findOrFail($id));
    }
    $cached('user-without-preferences', 'Eloquent model', 'a user of whom some columns were selected', User::select(['id', 'name', 'email'])->findOrFail(3));
    $cached('user-changed', 'Eloquent model', 'a user with changed attributes that are not saved', tap(User::findOrFail(5), static function (User $user): void {
        $user->name = 'Another name';
        $user->preferences = ['locale' => 'de_DE'] + $user->preferences;
    }));
    $cached('user-with-orders', 'Eloquent model with relations', 'a user with orders, their lines and products', User::with('orders.lines.product')->findOrFail((int) Order::query()->value('user_id')));
    foreach ([1, 4, 17, 90] as $id) {
        $cached("post-$id", 'Eloquent model', 'a post', Post::findOrFail($id));
        $cached("post-page-$id", 'Eloquent model with relations', 'a post with author, tags, comments and their authors', Post::with(['user', 'tags', 'comments.user'])->findOrFail($id));
    }
    $touched = Post::findOrFail(8);
    $touched->meta['seen'] = $touched->published_at;
    $cached('post-cast', 'Eloquent model', 'a post whose cast attributes were read and changed', $touched);
    foreach ([1, 30] as $id) {
        $cached("product-$id", 'Eloquent model', 'a product', Product::findOrFail($id));
    }
    foreach ([1, 10, 50, 150] as $count) {
        $cached("products-$count", 'Eloquent collection', "$count products", Product::orderBy('id')->limit($count)->get());
    }
    foreach ([5, 20, 100] as $count) {
        $cached("posts-$count", 'Eloquent collection with relations', "$count posts with author and tags", Post::with(['user', 'tags'])->orderBy('id')->limit($count)->get());
        $cached("orders-$count", 'Eloquent collection with relations', "$count orders with customer, lines and products", Order::with(['user', 'lines.product'])->orderBy('number')->limit($count)->get());
    }
    $cached('tags', 'Eloquent collection', 'all tags', Tag::all());
    $cached('tags-by-slug', 'Eloquent collection', 'all tags by slug', Tag::all()->keyBy('slug'));
    $cached('users', 'Eloquent collection', 'all users', User::orderBy('id')->get());
    $cached('posts-by-author', 'Eloquent collection', 'posts in collections by author', Post::orderBy('id')->limit(60)->get()->groupBy('user_id'));
    $cached('no-posts', 'Eloquent collection', 'an empty collection', new Models());
    $cached('posts-paginated', 'paginator', 'the second page of posts', Post::with('user')->orderBy('id')->paginate(15, page: 2));
    $cached('products-cursor', 'paginator', 'a page of products by cursor', Product::orderBy('id')->cursorPaginate(20));
    foreach ([10, 120] as $count) {
        $cached("rows-$count", 'stdClass rows', "$count rows of a join", DB::table('posts')->join('users', 'users.id', '=', 'posts.user_id')->select('posts.id', 'posts.title', 'posts.slug', 'users.name', 'posts.published_at')->orderBy('posts.id')->limit($count)->get());
        $cached("models-as-array-$count", 'arrays', "$count posts with relations as arrays", Post::with(['user', 'tags'])->orderBy('id')->limit($count)->get()->toArray());
    }
    $cached('sales-by-day', 'arrays', 'a report: orders and sums by day', DB::table('orders')->selectRaw('date(placed_at) as day, count(*) as orders, sum(total) as total')->groupBy('day')->orderBy('day')->get()->mapWithKeys(static fn(stdClass $row): array => [$row->day => ['orders' => $row->orders, 'total' => round((float) $row->total, 2)]])->all());

    // ---- small entries of a cache
    $cached('hits', 'scalar', 'a counter of a rate limiter', 57);
    $cached('hits-timer', 'scalar', 'when a rate limiter is reset', Carbon::now()->addMinute()->getTimestamp());
    $cached('setting', 'scalar', 'a setting', 'maintenance window from 2 to 4');
    $cached('settings', 'arrays', 'settings of a site', ['site.name' => 'Example', 'site.locale' => 'en', 'site.per_page' => 15, 'site.registration' => true, 'mail.footer' => $faker->paragraph(), 'tax.rates' => ['de' => 0.19, 'fr' => 0.2, 'nl' => 0.21]]);
    $cached('permissions', 'arrays', 'roles and what they may', ['admin' => ['*'], 'editor' => ['posts.create', 'posts.update', 'posts.publish', 'media.upload'], 'author' => ['posts.create', 'posts.update'], 'guest' => []]);
    $cached('fragment', 'string', 'a part of a page', '<ul class="recent">' . implode('', array_map(static fn(string $title): string => "<li><a href=\"/posts/" . Str::slug($title) . "\">$title</a></li>", Post::limit(10)->pluck('title')->all())) . '</ul>');
    $cached('html', 'value object', 'a part of a page as HtmlString', new HtmlString('<p>' . $faker->paragraph(8) . '</p>'));
    $cached('stringable', 'value object', 'a Stringable', Str::of($faker->sentence())->slug());
    $cached('fluent', 'Fluent', 'a Fluent', new Fluent(['driver' => 'smtp', 'host' => 'mail.example.com', 'port' => 587, 'options' => ['tls' => true]]));
    $cached('ids', 'Collection of scalars', 'numbers of posts', Post::orderByDesc('id')->pluck('id'));
    $cached('options', 'Collection of scalars', 'names of users by number', User::pluck('name', 'id'));
    $cached('menu', 'nested collections', 'a menu of three levels', collect(range(1, 6))->map(static fn(int $i): Collection => collect(['title' => ucfirst($faker->word()), 'url' => '/' . $faker->slug(2), 'children' => collect(range(1, $i))->map(static fn(): array => ['title' => ucfirst($faker->word()), 'url' => '/' . $faker->slug(3), 'active' => false])])));
    $cached('carbon', 'Carbon', 'a time', Carbon::now());
    $cached('carbon-immutable', 'Carbon', 'a time of another zone', CarbonImmutable::parse('2026-07-01 12:00', 'Europe/Berlin'));
    $cached('carbon-interval', 'Carbon', 'an interval', Carbon::now()->diff(Carbon::parse('2027-01-01')));
    $cached('carbon-period', 'Carbon', 'days of a calendar', CarbonPeriod::create('2026-03-01', '1 day', '2026-03-31'));
    $cached('calendar', 'Carbon', 'events with times', collect(range(1, 40))->map(static fn(int $i): array => ['title' => $faker->sentence(4), 'starts' => CarbonImmutable::parse(Recorder::DATE)->addHours($i * 7), 'ends' => CarbonImmutable::parse(Recorder::DATE)->addHours($i * 7 + 2), 'all_day' => $i % 9 === 0]));
    $cached('uuids', 'value object', 'UUIDs of ramsey/uuid', array_map(static fn(): object => Uuid::fromString($faker->uuid()), range(1, 20)));
    $cached('route-stats', 'arrays', 'hits and times by route', array_combine(array_map(static fn(int $i): string => $faker->unique()->slug(3), range(1, 80)), array_map(static fn(int $i): array => [$faker->numberBetween(1, 90000), $faker->randomFloat(4, 0, 3), $faker->randomFloat(4, 0, 9)], range(1, 80))));

    // ---- sessions
    $session = static function (string $name, string $description, Closure $fill) use ($recorder, $faker): void {
        $handler = new FileSessionHandler(new Illuminate\Filesystem\Filesystem(), __DIR__ . '/storage/framework/sessions', 120);
        $store = new Store('laravel_session', $handler, $id = substr(hash('sha256', $name) . hash('sha256', $name), 0, 40));
        $store->start();
        $store->put('_token', $faker->regexify('[A-Za-z0-9]{40}'));
        $store->setPreviousUrl('https://example.com/' . $faker->slug(2));
        $fill($store);
        $store->save();
        $recorder->text('session-' . $name, 'session', $description, (string) file_get_contents(__DIR__ . '/storage/framework/sessions/' . $id));
    };
    $session('guest', 'session of a guest', static fn(Store $store) => null);
    $session('login', 'session of a user', static fn(Store $store) => $store->put(['login_web_' . sha1('web') => 7, 'password_hash_web' => hash('sha256', 'x'), 'locale' => 'en', 'auth.password_confirmed_at' => Recorder::NOW]));
    $session('flash', 'session with a message for the next page', static fn(Store $store) => $store->flash('status', 'Your order has been placed.'));
    $session('cart', 'session with a cart', static fn(Store $store) => $store->put('cart', Product::limit(6)->get()->map(static fn(Product $product, int $i): array => ['id' => $product->id, 'name' => $product->name, 'price' => $product->price, 'quantity' => $i + 1, 'options' => (array) $product->attributes_json])->all()));
    $session('errors', 'session with the errors and the input of a form', static function (Store $store) use ($faker): void {
        $input = ['title' => '', 'email' => 'nobody', 'body' => $faker->paragraph(4), 'tags' => ['a', 'b'], 'starts' => 'tomorrow?'];
        $validator = Validator::make($input, ['title' => 'required|max:255', 'email' => 'required|email', 'starts' => 'date|after:today', 'tags.*' => 'min:2', 'slug' => 'required']);
        $store->flashInput($input);
        $store->flash('errors', (new ViewErrorBag())->put('default', new MessageBag($validator->errors()->toArray())));
    });
    $session('wizard', 'session with the steps of a form', static fn(Store $store) => $store->put('wizard', ['step' => 3, 'account' => ['name' => $faker->name(), 'email' => $faker->safeEmail()], 'company' => ['name' => $faker->company(), 'vat' => 'DE' . $faker->numerify('#########'), 'address' => ['street' => $faker->streetAddress(), 'city' => $faker->city()]], 'plan' => ['id' => 'team', 'seats' => 12, 'interval' => 'year']]));
    $session('history', 'session with pages seen', static fn(Store $store) => $store->put('seen', array_map(static fn(int $i): array => ['url' => '/products/' . $faker->slug(3), 'at' => Recorder::NOW - 60 * $i], range(1, 50))));
    $session('impersonating', 'session of an administrator who acts as another', static fn(Store $store) => $store->put(['login_web_' . sha1('web') => 9, 'impersonated_by' => 1, 'filters' => ['orders' => ['status' => [1, 2], 'from' => Carbon::parse('2026-01-01'), 'search' => '']]]));

    // ---- jobs: what the queue of the database has stored
    $queue = $app->make(QueueManager::class)->connection('database');
    assert($queue instanceof DatabaseQueue);
    Str::createUuidsUsing(static fn() => Uuid::fromString($faker->uuid()));
    $queued = static function (string $name, string $kind, string $description, object $job) use ($queue, $recorder): void {
        $queue->push($job);
        $payload = json_decode((string) DB::table('jobs')->latest('id')->value('payload'), true);
        $recorder->text('job-' . $name, $kind, $description, $payload['data']['command']);
        $recorder->add('payload-' . $name, 'queue payload', "$description: the row's payload as an array", $payload);
    };
    $queued('resize', 'queued job', 'job with scalars', new ResizeImages('s3', 'uploads/2026/03/photo.jpg', [[320, 200], [640, 400], [1280, 800]]));
    $queued('export', 'queued job', 'job with times and a collection', new ExportOrders(null, CarbonImmutable::parse('2026-02-01'), Carbon::parse('2026-03-01'), Order::orderBy('number')->limit(30)->pluck('id')));
    $queued('stock', 'queued job', 'job with a map of 200 numbers', (new SyncStock('north', Product::pluck('stock', 'sku')->all()))->delay(90)->onConnection('database'));
    $chain = (new ResizeImages('local', 'avatars/9.png', [[64, 64]]))->chain([new ResizeImages('local', 'avatars/9.webp', [[64, 64]]), new SyncStock('south', ['4006381333931' => 3])]);
    $queued('chain', 'queued job with a chain', 'job with two jobs after it', $chain);
    $queued('broadcast', 'queued event', 'event for a websocket', new BroadcastEvent(new OrderShipped(null, 'DHL', '00340434161094042557')));
    $queued('mail', 'queued mail', 'mail with an invoice', new SendQueuedMailable((new Invoice('2026-0042', array_map(static fn(int $i): array => ['name' => $faker->sentence(3), 'quantity' => $i, 'price' => '19.90'], range(1, 8)), '716.40'))->to('buyer@example.com', 'A Buyer')->locale('de')));
    $queued('listener', 'queued listener', 'listener of an event', new CallQueuedListener('App\Listeners\SendShippedMail', 'handle', [new OrderShipped(null, 'UPS', '1Z999AA10123456784')]));
    for ($i = 0; $i < 60; $i++) {
        $queue->push(new ResizeImages('s3', $faker->slug() . '.jpg', [[320, 200]]));
    }
    $cached('failed-jobs', 'stdClass rows', 'rows of jobs, their payloads as strings', DB::table('jobs')->orderBy('id')->get());
    Str::createUuidsNormally();

    // ---- what the framework keeps of itself
    $config = $app->make(Config::class)->all();
    $cached('config', 'configuration', 'the whole configuration', $config);
    foreach (['app', 'database', 'logging', 'mail', 'session'] as $part) {
        $cached("config-$part", 'configuration', "the configuration of $part", $config[$part]);
    }
    $recorder->add('config-repository', 'configuration', 'the repository of the configuration', $app->make(Config::class));
    $router = new Router($app->make('events'), $app);
    foreach (['posts', 'comments', 'tags', 'users', 'products', 'orders', 'invoices', 'pages', 'media', 'settings', 'roles', 'reports'] as $name) {
        $router->resource($name, 'App\Http\Controllers\\' . ucfirst($name) . 'Controller')->middleware(['web', 'auth']);
        $router->prefix('api/v1')->name('api.')->middleware(['api', 'auth:sanctum', 'throttle:60,1'])->group(static fn(Router $router) => $router->apiResource($name, 'App\Http\Controllers\Api\\' . ucfirst($name) . 'Controller')->where([Str::singular($name) => '[0-9]+']));
    }
    $routes = $router->getRoutes();
    assert($routes instanceof RouteCollection);
    $recorder->add('routes', 'compiled routes', 'what route:cache keeps of 132 routes', $routes->compile());
    foreach (['auth', 'pagination', 'passwords', 'validation'] as $group) {
        $cached("lang-$group", 'translations', "messages of $group", $app->make('translator')->get($group, [], 'en'));
    }
    $bag = Validator::make(['a' => 1, 'b' => 'x'], ['a' => 'string', 'b' => 'integer|min:5', 'c' => 'required', 'd' => 'required_with:a'])->errors();
    $recorder->add('message-bag', 'MessageBag', 'errors of a validator', new MessageBag($bag->toArray()));
};
