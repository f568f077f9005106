<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A page that puts strings and arrays of a kept value where they are used late, or stay: ?do=KIND&n=NUMBER. Between such requests come
// some that do not read the value (?do=none): its memory is not there then.

declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', '1');
$do = (string) ($_GET['do'] ?? 'none');
$folder = (string) getenv('KEPT_FOLDER');

final class Wrapper
{
    public $context;
    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        return true;
    }
    public function stream_read(int $count): string
    {
        return '';
    }
    public function stream_eof(): bool
    {
        return true;
    }
    public function stream_stat(): array
    {
        return [];
    }
}
final class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $bucket->data = strtoupper($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
final class Store implements SessionHandlerInterface
{
    public static array $data = [];
    public function open(string $path, string $name): bool
    {
        return true;
    }
    public function close(): bool
    {
        self::$data[] = lyo_unserialize($GLOBALS['payload']);
        return true;
    }
    public function read(string $id): string
    {
        return '';
    }
    public function write(string $id, string $data): bool
    {
        $GLOBALS['written'] = [$data, lyo_unserialize($GLOBALS['payload'])];
        return true;
    }
    public function destroy(string $id): bool
    {
        return true;
    }
    public function gc(int $lifetime): int
    {
        return 0;
    }
}
final class Late
{
    public mixed $value = null;
    public mixed $self = null;
    public static mixed $static = null;
    public static function run(mixed ...$arguments): string
    {
        return is_string($arguments[0] ?? null) ? $arguments[0] : '';
    }
    public function __destruct()
    {
        $this->value[] = lyo_unserialize($GLOBALS['payload'] ?? lyo_serialize(0));
    }
}
function kept_callback(mixed ...$arguments): mixed
{
    return is_string($arguments[0] ?? null) ? $arguments[0] : false;
}

$texts = ['wrapper' => 'keptwrapper', 'filter' => 'kept.filter', 'class' => 'KeptClass', 'alias' => 'KeptAlias', 'constant' => 'KEPT_CONSTANT', 'function' => 'strtoupper',
    'pattern' => '/kept (pat+ern) [a-z]{2}/u', 'pattern2' => '~^kept\d+$~i', 'mb' => 'kept.(mb).pattern', 'size' => '17M', 'path' => "/tmp:$folder", 'zone' => 'Europe/Amsterdam', 'locale' => 'C.UTF-8', 'language' => 'nl_NL',
    'env' => 'KEPT_ENV=some value', 'session' => 'KEPTSESSION', 'id' => 'keptsessionid0123456789abcdef', 'header' => 'X-Kept: header value', 'type' => 'text/x-kept', 'method' => ['Late', 'run'], 'callback' => 'kept_callback',
    'file' => "$folder/included.php", 'property' => 'keptProperty', 'key' => 'keptkey', 'url' => 'keptwrapper://some/path', 'agent' => 'Kept agent', 'encoding' => 'UTF-8', 'label' => 'kept label of some length',
    'error' => 'kept error message', 'json' => '{"kept":[1,2,3]}', 'xml' => '<kept><a>1</a></kept>', 'xpath' => '//kept/a', 'sql' => 'select 1 as kept', 'dsn' => "sqlite:$folder/kept.db", 'cookie' => 'keptcookie',
    'format' => 'kept %s', 'table' => ['x' => '1', 'y' => ['z' => 'deep kept', 'list' => ['one', 'two', 'three']]], 'server' => 'KEPT_SERVER', 'uri' => 'mongodb://127.0.0.1:1/?appname=kept&serverSelectionTimeoutMS=10', 'host' => '127.0.0.1'];
for ($i = 0; $i < 12; $i++) {
    $texts["more$i"] = ['a' => $i, 'b' => "text number $i"];
}
$payload = lyo_serialize($texts);
$k = null;
if ($do !== 'none' && !str_ends_with($do, ' later')) {
    for ($i = 0; $i < 6; $i++) {
        $k = lyo_unserialize($payload);
    }
}

switch ($do) {
    case 'stream wrapper':
        stream_wrapper_register('other' . getmypid(), 'Wrapper'); // not all keys of PHP's table are interned: it looks at each when it ends
        stream_wrapper_register($k['wrapper'], 'Wrapper');
        $GLOBALS['open'] = fopen($k['url'], 'r');
        break;
    case 'stream filter':
        stream_filter_register('other.' . getmypid(), 'Filter');
        stream_filter_register($k['filter'], 'Filter');
        $GLOBALS['open'] = fopen('php://memory', 'w+');
        stream_filter_append($GLOBALS['open'], $k['filter'], STREAM_FILTER_WRITE, $k);
        fwrite($GLOBALS['open'], $k['label']);
        break;
    case 'pattern':
    case 'pattern later':
        $k ??= ['pattern' => '/kept (pat+ern) [a-z]{2}/u', 'pattern2' => '~^kept\d+$~i', 'label' => 'x', 'callback' => 'kept_callback'];
        echo preg_match($k['pattern'], 'a kept pattern ab'), preg_match($k['pattern2'], 'kept12'), count(preg_split($k['pattern'], $k['label']));
        echo preg_replace_callback($k['pattern2'], static fn(array $m): string => $k['label'], 'KEPT77');
        break;
    case 'mb pattern':
        if (function_exists('mb_ereg')) {
            mb_regex_encoding($k['encoding']);
            mb_internal_encoding($k['encoding']);
            echo (int) mb_ereg($k['mb'], 'kept mb pattern', $found);
            mb_ereg_search_init($k['label'], $k['mb']);
            mb_substitute_character('none');
        }
        break;
    case 'ini':
        ini_set('user_agent', $k['agent']);
        ini_set('error_prepend_string', $k['label']);
        ini_set('memory_limit', $k['size']);
        ini_set('unserialize_callback_func', $k['callback']);
        ini_set('date.timezone', $k['zone']);
        break;
    case 'include path':
        set_include_path($k['path']);
        echo ini_get('include_path');
        break;
    case 'environment':
        putenv($k['env']);
        echo getenv('KEPT_ENV');
        $_ENV = $k;
        break;
    case 'locale':
        setlocale(LC_ALL, $k['locale']);
        setlocale(LC_CTYPE, [...$k['table']['y']['list'], $k['locale']]);
        break;
    case 'time zone':
        date_default_timezone_set($k['zone']);
        $GLOBALS['date'] = new DateTimeImmutable('now', new DateTimeZone($k['zone']));
        echo date('T'), @DateTime::createFromFormat($k['format'], $k['label']) === false ? '' : '!';
        break;
    case 'session':
        session_save_path($folder);
        session_name($k['session']);
        session_id($k['id']);
        session_cache_limiter('nocache');
        @session_start();
        $_SESSION['kept'] = $k;
        $_SESSION[$k['key']] = &$k['table'];
        break;
    case 'session of lyo':
        ini_set('session.serialize_handler', 'lyo');
        session_save_path($folder);
        session_id('lyo' . $k['id']);
        @session_start();
        $_SESSION['kept'] = $k;
        $_SESSION['more']['deep'] = $k['table'];
        break;
    case 'session of the user':
        session_set_save_handler(new Store(), true);
        session_name($k['session']);
        @session_start();
        $_SESSION = $k;
        break;
    case 'headers':
        header($k['header']);
        header_register_callback($k['method']);
        setcookie($k['cookie'], $k['label'], ['path' => $folder, 'samesite' => 'Lax']);
        ini_set('default_mimetype', $k['type']);
        break;
    case 'output':
        ob_start($k['callback']);
        ob_start($k['method']);
        output_add_rewrite_var($k['key'], $k['label']);
        ob_start(static function (string $output) use ($k): string {
            $k['x'][] = 1;
            return $output . count($k);
        });
        break;
    case 'shutdown':
        register_shutdown_function($k['callback'], $k, $k['table']);
        register_shutdown_function(static function () use ($k, $payload): never {
            $k[] = 1;
            $value = lyo_unserialize($payload);
            $value['q'] = $k;
            exit(0);
        });
        break;
    case 'exception':
        register_shutdown_function(static function () use ($payload): void {
            $value = lyo_unserialize($payload);
            $value['table']['y']['z'] .= 'x';
        });
        set_exception_handler(null);
        throw new Exception($k['error']);
    case 'exit inside':
        (static function () use ($k): never {
            $k['more1'][] = 1;
            exit($k['label']);
        })();
        // no break
    case 'memory limit':
        $x = $k;
        $x['a']['b'] = str_repeat('x', 500);
        set_error_handler($k['callback']);
        ini_set('memory_limit', '4M');
        $y = str_repeat($k['label'], 9_999_999);
        break;
    case 'time limit':
        set_time_limit(1);
        while (true) {
            $g = $k;
            $g['table']['y'][] = 1;
            foreach ($g as &$w) {
                $w = [$w];
            }
            unset($w);
            $GLOBALS['g'] = lyo_unserialize($payload);
        }
        // no break
    case 'classes':
        class_alias('Late', $k['alias']);
        eval("class {$k['class']} { public \${$k['property']} = 1; const {$k['constant']} = 2; public static \$s; }");
        $class = $k['class'];
        $class::$s = $k;
        $object = new $class();
        $object->{$k['property']} = $k;
        echo constant("$class::{$k['constant']}"), (int) property_exists($class, $k['property']), (int) is_callable($k['method']);
        break;
    case 'constants':
        define($k['constant'], $k);
        define('ANOTHER_CONSTANT', $k['table']);
        echo count(constant($k['constant']));
        break;
    case 'statics':
        Late::$static = $k;
        Late::$static['table']['new'] = $k;
        (static function () use ($k): void {
            static $held;
            $held = $k;
            $held[] = 1;
        })();
        $GLOBALS[$k['key']] = $k;
        $GLOBALS['reference'] = &$k['table'];
        break;
    case 'autoload':
        spl_autoload_register($k['callback']);
        spl_autoload_extensions('.kept');
        echo (int) class_exists('KeptNowhere');
        break;
    case 'include':
        file_put_contents($k['file'], '<?php return ["kept" => __FILE__];');
        echo count(include $k['file']), (int) is_file($k['file']), count(get_included_files()) > 1 ? 'y' : 'n';
        realpath($k['file']);
        break;
    case 'pdo':
        if (extension_loaded('pdo_sqlite')) {
            $pdo = new PDO($k['dsn'], null, null, [PDO::ATTR_PERSISTENT => true]);
            echo $pdo->query($k['sql'])->fetch()['kept'];
            @$pdo->sqliteCreateFunction($k['callback'], $k['callback']);
        }
        break;
    case 'socket':
        $GLOBALS['server'] = stream_socket_server('tcp://127.0.0.1:0');
        $name = (string) stream_socket_get_name($GLOBALS['server'], false);
        @pfsockopen($k['host'], (int) substr($name, (int) strrpos($name, ':') + 1));
        break;
    case 'stream context':
        $context = stream_context_create(['http' => ['header' => $k['header'], 'user_agent' => $k['agent']], 'x' => $k['table']]);
        stream_context_set_default(['http' => ['header' => $k['header']]]);
        stream_context_set_params($context, ['notification' => $k['callback']]);
        function_exists('libxml_set_streams_context') && libxml_set_streams_context($context);
        break;
    case 'xml':
        if (extension_loaded('dom') && extension_loaded('simplexml') && extension_loaded('xml')) {
            libxml_use_internal_errors(true);
            $document = new DOMDocument();
            $document->loadXML($k['xml']);
            $xpath = new DOMXPath($document);
            $xpath->registerNamespace($k['key'], 'urn:kept');
            echo $xpath->query($k['xpath'])->length;
            $xpath->registerPhpFunctions($k['function']);
            $document->documentElement->appendChild($document->createElement($k['key'], $k['label']));
            libxml_set_external_entity_loader($k['method']);
            $simple = simplexml_load_string($k['xml']);
            $simple->addChild($k['key'], $k['label']);
            $parser = xml_parser_create($k['encoding']);
            xml_set_element_handler($parser, $k['callback'], $k['callback']);
            xml_parse($parser, $k['xml']);
        }
        break;
    case 'apcu':
        if (function_exists('apcu_store')) {
            apcu_store(['keptkey' => $k, 'table' => $k['table'], 'nested' => ['in' => $k, 's' => $k['label']]]);
            apcu_store($k['key'], $k);
            apcu_store($k['label'], $k['label']);
        }
        break;
    case 'apcu later':
        foreach (['keptkey', 'table', 'kept label of some length', 'nested'] as $key) {
            $found = function_exists('apcu_fetch') ? apcu_fetch($key) : false;
            $expected = ['keptkey' => $texts, 'table' => $texts['table'], 'nested' => ['in' => $texts, 's' => $texts['label']]][$key] ?? $texts['label'];
            $found === false || $found === $expected || print('CHANGED');
        }
        break;
    case 'superglobals':
        $_SERVER[$k['server']] = $k['label'];
        $_GET[$k['key']] = $k['table'];
        $_POST = $_COOKIE = $_FILES = $_REQUEST = $k;
        break;
    case 'iterators':
        $GLOBALS['iterators'] = [new ArrayObject($k), new RecursiveArrayIterator($k), new CachingIterator(new ArrayIterator($k), CachingIterator::FULL_CACHE), (static function () use ($k): Generator {
            yield from $k;
        })()];
        foreach ($GLOBALS['iterators'] as $iterator) {
            foreach ($iterator as $element) {
                break;
            }
        }
        $GLOBALS['fiber'] = new Fiber(static function () use ($k): void {
            $k['x'] = 1;
            Fiber::suspend($k);
        });
        $GLOBALS['fiber']->start();
        $GLOBALS['map'] = new WeakMap();
        $GLOBALS['map'][$GLOBALS['fiber']] = $k;
        break;
    case 'destructors':
        $GLOBALS['late'] = new Late();
        $GLOBALS['late']->value = $k;
        $GLOBALS['late']->self = $GLOBALS['late'];
        break;
    case 'intl':
        if (extension_loaded('intl')) {
            $formatter = new NumberFormatter($k['language'], NumberFormatter::DECIMAL);
            Locale::setDefault($k['language']);
            $list = $k['table']['y']['list'];
            (new Collator($k['language']))->sort($list);
            @MessageFormatter::formatMessage($k['language'], '{x}', $k['table']);
            @Transliterator::create($k['label']);
            echo count($list), Normalizer::normalize($k['label']) === $k['label'] ? 'n' : '';
        }
        break;
    case 'curl':
        if (extension_loaded('curl')) {
            file_put_contents("$folder/curl.txt", 'kept');
            $share = curl_share_init();
            $curl = curl_init('file://' . "$folder/curl.txt");
            curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_USERAGENT => $k['agent'], CURLOPT_HTTPHEADER => [$k['header'], ...$k['table']['y']['list']], CURLOPT_SHARE => $share, CURLOPT_PRIVATE => $k, CURLOPT_HEADERFUNCTION => static fn(mixed $c, string $h): int => strlen($h)]);
            echo curl_exec($curl);
            $GLOBALS['curl'] = curl_copy_handle($curl);
        }
        break;
    case 'sodium':
        if (extension_loaded('sodium')) {
            $secret = sodium_crypto_generichash($k['label']);
            $box = sodium_crypto_secretbox($k['json'], str_repeat('n', SODIUM_CRYPTO_SECRETBOX_NONCEBYTES), $secret);
            echo sodium_crypto_secretbox_open($box, str_repeat('n', SODIUM_CRYPTO_SECRETBOX_NONCEBYTES), $secret);
            $wiped = $k['label'];
            try {
                sodium_memzero($wiped);
            } catch (SodiumException) {
            }
        }
        break;
    case 'mongodb':
        if (extension_loaded('mongodb')) {
            $types = ['root' => 'array', 'document' => 'array', 'array' => 'array'];
            echo count((array) (class_exists(MongoDB\BSON\Document::class) // since 1.16; Debian 12 has 1.15
                ? MongoDB\BSON\Document::fromPHP($k)->toPHP($types)
                : MongoDB\BSON\toPHP(MongoDB\BSON\fromPHP($k), $types)));
            $manager = new MongoDB\Driver\Manager($k['uri'], ['appname' => $k['label']]);
            $write = new MongoDB\Driver\BulkWrite();
            $write->insert($k);
            try {
                $manager->executeQuery('db.kept', new MongoDB\Driver\Query($k['table'], ['comment' => $k['label']]));
            } catch (MongoDB\Driver\Exception\Exception) {
            }
        }
        break;
    case 'redis':
        if (extension_loaded('redis') && getenv('KEPT_REDIS') !== false) {
            $redis = new Redis();
            $redis->pconnect($k['host'], (int) getenv('KEPT_REDIS'), 1.0, $k['label']);
            $redis->setOption(Redis::OPT_PREFIX, $k['key']);
            $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
            $redis->set($k['label'], $k);
            $redis->mset(['a' => $k['table'], 'b' => $k['label']]);
            $redis->get($k['label']) === $texts && $redis->mget(['a', 'b']) === [$texts['table'], $texts['label']] || print('CHANGED');
        }
        break;
    case 'memcached':
        if (extension_loaded('memcached') && getenv('KEPT_MEMCACHED') !== false) {
            $memcached = new Memcached($k['key']);
            $memcached->getServerList() === [] && $memcached->addServer($k['host'], (int) getenv('KEPT_MEMCACHED'));
            $memcached->setOption(Memcached::OPT_PREFIX_KEY, $k['key']);
            $memcached->setMulti(['a' => $k, 'b' => $k['table']]);
            $memcached->get('a') === $texts || print('CHANGED');
        }
        break;
    case 'fork':
        if (function_exists('pcntl_fork') && function_exists('posix_kill')) {
            $child = pcntl_fork();
            if ($child === 0) {
                $k['child'] = 1;
                $value = lyo_unserialize($payload);
                $value['x'] = $k;
                posix_kill(getmypid(), 9);
            }
            pcntl_waitpid($child, $status);
        }
        break;
    case 'errors':
        set_error_handler($k['callback']);
        error_log($k['label']);
        restore_error_handler();
        @trigger_error($k['error'], E_USER_NOTICE);
        echo error_get_last()['message'] ?? '';
        openlog($k['label'], 0, 8);
        syslog(7, $k['error']);
        break;
    case 'ticks':
        register_tick_function($k['callback'], $k);
        $GLOBALS['ticks'] = $k['method'];
        break;
    case 'opcache':
        // The code is compiled again after each restart, in another order: the memory of a string has another one then.
        $known = [];
        for ($i = 0; $i < 4; $i++) {
            $known += require "$folder/code" . ((int) $_GET['n'] * 3 + $i) % 4 . '.php';
        }
        ksort($known);
        $known += array_fill(0, 100, true); // more keys than a shape can have
        $bytes = lyo_serialize($known);
        for ($i = 0; $i < 6; $i++) {
            lyo_unserialize($bytes) === $known || print('CHANGED');
        }
        function_exists('opcache_reset') && opcache_reset();
        break;
}
if ($k !== null && !in_array($do, ['session', 'memory limit'], true) && lyo_unserialize($payload) !== $texts) {
    echo ' CHANGED';
}
echo "\nDONE $do ", $_GET['n'] ?? '';
