<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use App\Dto\GiftOrder;
use App\Dto\Order;
use App\Dto\Registration;
use App\Entity\Comment;
use App\Entity\Post;
use App\Entity\User;
use App\Kernel;
use Faker\Factory;
use Lyo\Corpus\Recorder;
use Lyo\Corpus\RecordingMarshaller;
use Symfony\Bridge\PhpUnit\ClockMock;
use Symfony\Bridge\Twig\Mime\TemplatedEmail;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\ErrorHandler\Exception\FlattenException;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\ExpressionLanguage\ExpressionLanguage;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\Session\Storage\MetadataBag;
use Symfony\Component\HttpKernel\DataCollector\ExceptionDataCollector;
use Symfony\Component\HttpKernel\DataCollector\RequestDataCollector;
use Symfony\Component\HttpKernel\Exception\NotFoundHttpException;
use Symfony\Component\HttpKernel\HttpCache\Store;
use Symfony\Component\HttpKernel\Profiler\FileProfilerStorage;
use Symfony\Component\HttpKernel\Profiler\Profile;
use Symfony\Component\Intl\Data\Bundle\Reader\PhpBundleReader;
use Symfony\Component\Lock\Key;
use Symfony\Component\Mailer\Envelope;
use Symfony\Component\Mailer\Messenger\SendEmailMessage;
use Symfony\Component\Mime\Address;
use Symfony\Component\Mime\Email;
use Symfony\Component\Routing\RouterInterface;
use Symfony\Component\Security\Core\Authentication\Token\RememberMeToken;
use Symfony\Component\Security\Core\Authentication\Token\SwitchUserToken;
use Symfony\Component\Security\Core\Authentication\Token\UsernamePasswordToken;
use Symfony\Component\Security\Core\Exception\BadCredentialsException;
use Symfony\Component\Security\Core\Exception\TooManyLoginAttemptsAuthenticationException;
use Symfony\Component\Security\Core\User\InMemoryUser;
use Symfony\Component\Serializer\Mapping\Factory\CacheClassMetadataFactory;
use Symfony\Component\Serializer\Mapping\Factory\ClassMetadataFactory;
use Symfony\Component\Serializer\Mapping\Loader\AttributeLoader as SerializerLoader;
use Symfony\Component\Translation\MessageCatalogue;
use Symfony\Component\Translation\TranslatorBagInterface;
use Symfony\Component\Uid\Ulid;
use Symfony\Component\Uid\Uuid;
use Symfony\Component\Validator\Mapping\Factory\LazyLoadingMetadataFactory;
use Symfony\Component\Validator\Mapping\Loader\AttributeLoader as ValidatorLoader;
use Symfony\Component\Validator\Validator\ValidatorInterface;
use Symfony\Component\VarDumper\Cloner\VarCloner;
use Symfony\Component\Yaml\Yaml;

return static function (Recorder $recorder): void {
    $faker = Factory::create();
    mt_srand(5); // Faker::seed() gives other numbers from PHP 8.3 on
    // Faker::userAgent() asks the clock.
    $agent = static fn(): string => sprintf('Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.%d.%d Safari/537.36', $faker->randomElement(['Windows NT 10.0; Win64; x64', 'X11; Linux x86_64', 'Macintosh; Intel Mac OS X 10_15_7', 'Linux; Android 14; K']), $faker->numberBetween(100, 145), $faker->numberBetween(4000, 7000), $faker->numberBetween(0, 200));
    $user = static fn(): User => new User(Uuid::fromString($faker->uuid()), $faker->safeEmail(), '$2y$13$' . $faker->regexify('[A-Za-z0-9]{53}'), ['ROLE_USER', 'ROLE_EDITOR'], $faker->name());
    $dump = (new VarCloner())->cloneVar(array_map(static fn(): User => $user(), range(1, 8))); // while the process has done nothing else
    (new Filesystem())->remove(__DIR__ . '/var');
    ClockMock::withClockMock(Recorder::NOW);
    foreach ([MetadataBag::class, Request::class, Profile::class, FilesystemAdapter::class, Symfony\Component\Cache\CacheItem::class, Symfony\Component\Cache\Traits\FilesystemCommonTrait::class, Store::class] as $class) {
        ClockMock::register($class);
    }
    $kernel = new Kernel('test', false);
    $kernel->boot();
    $container = $kernel->getContainer()->get('test.service_container');
    $now = new DateTimeImmutable(Recorder::DATE);
    $ulid = static fn(): Ulid => Ulid::fromString('01JNBZ' . $faker->regexify('[0-9A-HJKMNP-TV-Z]{20}'));
    $post = static function (int $comments) use ($faker, $user, $ulid, $now): Post {
        $post = new Post($ulid(), $faker->sentence(), $faker->slug(), implode("\n\n", $faker->paragraphs(4)), $user(), $now->modify('-' . $faker->numberBetween(1, 400) . ' days'), $faker->words(3));
        for ($i = 0; $i < $comments; $i++) {
            new Comment($faker->paragraph(), $faker->name(), $faker->ipv4(), $now->modify("+$i minutes"), $post);
        }

        return $post;
    };

    // ---- what the kernel has compiled
    $recorder->add('parameters', 'container parameters', 'parameters of the container', array_filter($kernel->getContainer()->getParameterBag()->all(), static fn(string $name): bool => !str_starts_with($name, 'container.'), ARRAY_FILTER_USE_KEY));
    $router = $container->get('router');
    assert($router instanceof RouterInterface);
    $router->match('/blog/2');
    $router->generate('cart');
    foreach (['matching', 'generating'] as $what) {
        $recorder->add("routes-$what", 'compiled routes array', "the table for $what addresses of 170 routes", require $kernel->getCacheDir() . "/url_{$what}_routes.php");
    }
    $routes = $router->getRouteCollection();
    foreach (['blog_post', 'admin_order_edit', 'page.de', 'checkout'] as $name) {
        $routes->get($name)?->compile();
        $recorder->add("route-$name", 'Route', "the route $name", $routes->get($name));
    }
    $recorder->add('routes', 'Routes', 'all routes by name', $routes->all());
    $translator = $container->get('translator');
    assert($translator instanceof TranslatorBagInterface);
    foreach (['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ja', 'ar', 'ru'] as $locale) {
        $recorder->add("translations-$locale", 'translation catalogue', "all texts in $locale by domain", $translator->getCatalogue($locale)->all());
    }
    foreach (['de', 'ja'] as $locale) {
        $recorder->add("catalogue-$locale", 'MessageCatalogue', "texts in $locale with those of en behind them", new MessageCatalogue($locale, $translator->getCatalogue($locale)->all()));
    }
    $listeners = $container->get('event_dispatcher');
    assert($listeners instanceof EventDispatcherInterface);
    $recorder->add('listeners', 'arrays', 'listeners by event', array_map(static fn(array $list): array => array_map(static fn(callable $listener): string => is_array($listener) && is_object($listener[0]) ? $listener[0]::class . '::' . $listener[1] : get_debug_type($listener), $list), $listeners->getListeners()));

    // ---- metadata, as the pools of validator, serializer and expressions keep it
    $marshaller = new RecordingMarshaller();
    $pool = new FilesystemAdapter('system', 0, __DIR__ . '/var/pools', $marshaller);
    $written = static function (string $name, string $kind, string $description) use ($recorder, $marshaller): void {
        foreach ($marshaller->written() as $number => $text) {
            $recorder->text($name . ($number > 0 ? "-$number" : ''), $kind, $description, $text);
        }
    };
    $classes = [User::class, Post::class, Comment::class, Registration::class, Order::class, GiftOrder::class];
    $validation = new LazyLoadingMetadataFactory(new ValidatorLoader(), $pool);
    $serialization = new CacheClassMetadataFactory(new ClassMetadataFactory(new SerializerLoader()), new FilesystemAdapter('serializer', 0, __DIR__ . '/var/pools', $marshaller));
    foreach ($classes as $class) {
        $short = strtolower(substr($class, (int) strrpos($class, '\\') + 1));
        $validation->getMetadataFor($class);
        $written("validator-$short", 'validator ClassMetadata', "constraints of $class");
        $serialization->getMetadataFor($class);
        $written("serializer-$short", 'serializer ClassMetadata', "groups and names of $class");
    }
    $expressions = new ExpressionLanguage(new FilesystemAdapter('expressions', 0, __DIR__ . '/var/pools', $marshaller));
    foreach (['user.isActive() and "ROLE_ADMIN" in user.roles', 'request.headers.get("X-Requested-With") === "XMLHttpRequest"', 'cart.total > 100 ? cart.total * 0.9 : cart.total', 'a[0].b ?? (c matches "/^x+$/" ? [1, 2, {d: e}] : null)'] as $i => $expression) {
        $expressions->parse($expression, ['user', 'request', 'cart', 'a', 'c', 'e']);
        $written("expression-$i", 'parsed expression', $expression);
    }

    // ---- items of a pool with tags
    $tagPool = new FilesystemAdapter('tags', 0, __DIR__ . '/var/pools');
    $items = new TagAwareAdapter(new FilesystemAdapter('app', 0, __DIR__ . '/var/pools', $marshaller), $tagPool);
    foreach (['user', 'post', 'post-17', 'list', 'page', 'home'] as $tag) { // their versions are random otherwise
        $tagPool->save($tagPool->getItem($tag . TagAwareAdapter::TAGS_PREFIX)->set(substr(md5($tag, true), 0, 6)));
    }
    $cached = static function (string $name, string $description, mixed $value, array $tags = [], ?int $expires = 3600) use ($items, $written): void {
        $item = $items->getItem($name)->set($value)->expiresAfter($expires);
        $items->save($tags === [] ? $item : $item->tag($tags));
        $written("item-$name", 'PSR-6 pool item', $description);
    };
    $cached('rate', 'a rate', 1.0837);
    $cached('count', 'a counter', 1742);
    $cached('user', 'a user', $user(), ['user']);
    $cached('post-0', 'a post', $post(0), ['post', 'post-17']);
    $cached('post-40', 'a post with 40 comments, which know their post', $post(40), ['post']);
    $cached('posts', '30 posts with comments', array_map(static fn(int $i): Post => $post($i % 5), range(1, 30)), ['post', 'list']);
    $cached('weather', 'an answer of a service as arrays', ['city' => 'Berlin', 'hours' => array_map(static fn(int $i): array => ['at' => Recorder::NOW + 3600 * $i, 'temperature' => $faker->randomFloat(1, -9, 30), 'rain' => $faker->randomFloat(2, 0, 9), 'icon' => $faker->randomElement(['sun', 'cloud', 'rain'])], range(1, 72))]);
    $cached('page', 'a rendered page', '<main>' . implode('', array_map(static fn(): string => '<p>' . $faker->paragraph(9) . '</p>', range(1, 30))) . '</main>', ['page', 'home']);
    $cached('orders', 'orders of a form', array_map(static fn(int $i): Order => $i % 4 === 0 ? new GiftOrder($faker->uuid(), ['street' => $faker->streetAddress(), 'city' => $faker->city(), 'zip' => $faker->postcode()], [$faker->ean8() => 1], 'EUR', $now) : new Order($faker->uuid(), ['street' => $faker->streetAddress(), 'city' => $faker->city(), 'zip' => $faker->postcode()], [$faker->ean8() => 2, $faker->ean8() => 1], 'EUR', $now->modify("-$i hours"), $faker->bothify('??########??')), range(1, 60)));
    $cached('uuids', 'UUIDs and ULIDs', array_map(static fn(int $i): array => ['uuid' => Uuid::fromString($faker->uuid()), 'ulid' => $ulid(), 'derived' => Uuid::v5(Uuid::fromString(Uuid::NAMESPACE_URL), "item $i")], range(1, 40)));

    // ---- sessions, written by the storage while requests are handled
    $session = static function (string $name, string $description, array $requests, array $attributes = []) use ($kernel, $recorder, $faker): void {
        $id = substr(hash('sha256', $name), 0, 26);
        foreach ($requests as [$method, $path, $given]) {
            $request = Request::create($path, $method, $given, ['MOCKSESSID' => $id], [], ['HTTP_USER_AGENT' => 'Example/1.0']);
            $kernel->handle($request);
        }
        $file = $kernel->getCacheDir() . "/sessions/$id.mocksess";
        $data = unserialize((string) file_get_contents($file));
        $data['_sf2_attributes'] = ($data['_sf2_attributes'] ?? []) + ['_csrf/https-order' => $faker->regexify('[A-Za-z0-9_-]{43}')] + $attributes;
        $recorder->add("session-$name", 'session', $description, $data);
    };
    $token = static fn(object $of): array => ['_security_main' => serialize($of), '_security.main.target_path' => 'https://example.com/account'];
    $session('search', 'session of a guest who has searched', [['GET', '/blog/search?q=summer&page=2&sort=-date', []]]);
    $session('cart', 'session with a cart and a message', [['POST', '/cart/4006381333931/2', ['color' => 'red']], ['POST', '/cart/9783161484100/1', ['gift' => '1', 'text' => 'Happy birthday']]]);
    $session('checkout', 'session of a user who is about to order', [['POST', '/cart/4006381333931/2', []], ['POST', '/de/checkout/address', ['name' => $faker->name(), 'street' => $faker->streetAddress(), 'zip' => '10115', 'city' => 'Berlin']], ['POST', '/de/checkout/payment', ['method' => 'card', 'save' => '1']]], $token(new UsernamePasswordToken($user(), 'main', ['ROLE_USER'])));
    $session('many', 'session with many articles', array_map(static fn(int $i): array => ['POST', '/cart/' . $faker->ean13() . "/$i", ['size' => $faker->randomElement(['S', 'M', 'L'])]], range(1, 25)));

    // ---- security
    $ann = $user();
    $tokens = [
        'password' => new UsernamePasswordToken($ann, 'main', ['ROLE_USER', 'ROLE_EDITOR']), 'remembered' => new RememberMeToken($user(), 'main'), 'memory' => new UsernamePasswordToken(new InMemoryUser('admin', 'x', ['ROLE_ADMIN']), 'main', ['ROLE_ADMIN']),
        'switched' => new SwitchUserToken($user(), 'main', ['ROLE_USER'], new UsernamePasswordToken($ann, 'main', ['ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH']), 'https://example.com/admin'),
    ];
    foreach ($tokens as $name => $of) {
        $of->setAttribute('ip', $faker->ipv4());
        $recorder->add("token-$name", 'security token', "a token: $name", $of);
    }
    $failed = new BadCredentialsException('The presented password is invalid.');
    $failed->setToken($tokens['memory']);
    $recorder->add('login-failed', 'exception', 'why a login failed, in a session', $failed);
    $recorder->add('login-throttled', 'exception', 'too many logins', new TooManyLoginAttemptsAuthenticationException(5));

    // ---- forms and what is wrong with them
    $registration = new Registration();
    $registration->email = 'nobody';
    $registration->password = 'secret';
    $registration->sites = ['https://example.com', 'ftp:nothing'];
    $recorder->add('registration', 'form data', 'what a form of several pages has collected', $registration);
    $validator = $container->get('app.validator');
    assert($validator instanceof ValidatorInterface);
    $recorder->add('violations', 'violations', 'what is wrong with that form', $validator->validate($registration, null, ['account', 'plan', 'Default']));
    $recorder->add('violations-posts', 'violations', 'what is wrong with 20 posts', array_map(static fn(int $i): object => $validator->validate(new Post($ulid(), $i % 2 === 0 ? '' : 'short!!!', 'A Slug', '', $user(), $now, ['a', 'a'])), range(1, 20)));

    // ---- mail
    $mail = (new Email())->from(new Address('shop@example.com', 'Shop'))->to(new Address($faker->safeEmail(), $faker->name()))->subject('Your order')->text($faker->paragraph(4));
    $recorder->add('mail', 'Email', 'a mail of text', $mail);
    $invoice = (clone $mail)->html('<h1>Invoice</h1><p>' . implode('</p><p>', $faker->paragraphs(6)) . '</p>')->replyTo('help@example.com')->priority(Email::PRIORITY_HIGH)->attach(implode('', array_map(static fn(int $i): string => hash('sha512', "page $i", true), range(1, 300))), 'invoice.pdf', 'application/pdf')->embed(hash('sha512', 'logo', true), 'logo', 'image/png');
    $invoice->getHeaders()->addTextHeader('X-Auto-Response-Suppress', 'OOF')->addDateHeader('X-Sent', $now);
    $recorder->add('mail-invoice', 'Email', 'a mail with HTML, a file of 19 kB and a picture', $invoice);
    $recorder->add('mail-template', 'Email', 'a mail of a template, which is not rendered yet', (new TemplatedEmail())->to('a@example.com')->subject('Welcome')->htmlTemplate('mail/welcome.html.twig')->locale('de')->context(['user' => $user(), 'expires' => $now]));
    $recorder->add('message-mail', 'queued message', 'what a queue holds of a mail', new SendEmailMessage($mail, new Envelope(new Address('bounce@example.com'), [new Address('a@example.com')])));

    // ---- answers of HTTP
    $response = (new Response('<p>' . $faker->paragraph() . '</p>', 200, ['Content-Type' => 'text/html; charset=UTF-8', 'Date' => 'Mon, 02 Mar 2026 09:30:00 GMT']))->setPublic()->setMaxAge(600)->setEtag($faker->sha1())->setVary(['Accept-Encoding', 'Accept-Language'])->setLastModified($now);
    $response->headers->setCookie(Cookie::create('seen', '1', $now->modify('+1 year'), '/', 'example.com', true, true, false, 'lax'));
    $recorder->add('response', 'Response', 'an answer with headers and a cookie', $response);
    $recorder->add('response-json', 'Response', 'an answer of JSON', new JsonResponse(['posts' => array_map(static fn(): array => ['id' => $faker->uuid(), 'title' => $faker->sentence()], range(1, 20))], 200, ['Date' => 'Mon, 02 Mar 2026 09:30:00 GMT']));
    $store = new Store(__DIR__ . '/var/http');
    foreach (['/blog' => 1, '/blog/2' => 4, '/' => 12] as $path => $variants) {
        for ($i = 0; $i < $variants; $i++) {
            $request = Request::create("https://www.example.com$path", 'GET', [], [], [], ['HTTP_ACCEPT_LANGUAGE' => $faker->unique()->languageCode(), 'HTTP_USER_AGENT' => $agent()]);
            $key = $store->write($request, (clone $response)->setContent("$path $i"));
        }
        $recorder->text('http-cache-' . $variants, 'HTTP cache entry', "$variants variants of a page in the cache of HttpKernel", (string) file_get_contents($store->getPath($key)));
    }

    // ---- names of the world, from symfony/intl
    $reader = new PhpBundleReader();
    $data = __DIR__ . '/vendor/symfony/intl/Resources/data';
    foreach (['en', 'de', 'fr', 'ja', 'ar'] as $locale) {
        $recorder->add("languages-$locale", 'Intl data table', "names of languages in $locale", $reader->read("$data/languages", $locale));
        $recorder->add("regions-$locale", 'Intl data table', "names of countries in $locale", $reader->read("$data/regions", $locale));
    }
    $recorder->add('currencies', 'Intl data table', 'names and signs of currencies', $reader->read("$data/currencies", 'en'));
    $recorder->add('timezones', 'Intl data table', 'names of time zones', $reader->read("$data/timezones", 'es'));
    $recorder->add('scripts', 'Intl data table', 'names of scripts', $reader->read("$data/scripts", 'pl'));

    // ---- the rest
    $recorder->add('lock-key', 'lock', 'the key of a lock', new Key('invoice-2026-0042'));
    $recorder->add('yaml', 'parsed YAML tree', 'a description of an interface', Yaml::parse(Yaml::dump(['openapi' => '3.1.0', 'paths' => array_combine(array_map(static fn(int $i): string => '/' . $faker->unique()->slug(2), range(1, 60)), array_map(static fn(): array => ['get' => ['summary' => $faker->sentence(5), 'parameters' => [['name' => 'page', 'in' => 'query', 'schema' => ['type' => 'integer', 'minimum' => 1]]], 'responses' => ['200' => ['description' => 'OK', 'content' => ['application/json' => ['schema' => ['$ref' => '#/components/schemas/' . ucfirst($faker->word())]]]], '404' => ['description' => 'none']]]], range(1, 60)))], 12)));

    // ---- the profiler and exceptions, where names of closures and numbers of objects depend on this PHP
    $recorder->ofThisPhp();
    $exception = static function (int $depth) use (&$exception): Throwable {
        return $depth > 0 ? $exception($depth - 1) : new NotFoundHttpException('There is no such page.', new InvalidArgumentException('id 17', 4));
    };
    $recorder->add('exception', 'FlattenException', 'an exception with its trace', FlattenException::createFromThrowable($exception(12), 404, ['X-Reason' => 'none']));
    foreach ([['GET', '/blog/2', null], ['POST', '/cart/4006381333931/2', null], ['GET', '/nowhere', $exception(3)]] as $i => [$method, $path, $thrown]) {
        $request = Request::create("https://www.example.com$path", $method, ['color' => 'red'], ['seen' => '1'], [], ['HTTP_USER_AGENT' => $agent()]);
        $request->attributes->add(['_route' => "route_$i", '_controller' => 'App\Controller\BlogController::index', 'page' => 2]);
        $collector = new RequestDataCollector();
        $collector->collect($request, clone $response, $thrown);
        $collector->lateCollect();
        $of = new ExceptionDataCollector();
        $of->collect($request, clone $response, $thrown);
        $profile = new Profile($name = substr(sha1("profile $i"), 0, 6));
        $profile->setIp('127.0.0.1');
        $profile->setMethod($method);
        $profile->setUrl($request->getUri());
        $profile->setTime(Recorder::NOW);
        $profile->setStatusCode($thrown === null ? 200 : 404);
        $profile->setCollectors([$collector, $of]);
        $storage = new FileProfilerStorage('file:' . __DIR__ . '/var/profiler');
        $storage->write($profile);
        $file = __DIR__ . '/var/profiler/' . substr($name, -2) . '/' . substr($name, -4, 2) . '/' . $name;
        $recorder->text("profile-$i", 'profiler profile file', "profile of $method $path", (string) gzdecode((string) file_get_contents($file)));
    }
    $recorder->add('dump', 'VarDumper Data', 'users as the dumper keeps them, with numbers of their objects', $dump);
    $kernel->shutdown();
};
