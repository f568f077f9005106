--TEST--
A session that cannot be read is kept if the handler of its warning ends with a fatal error
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
display_errors=0
log_errors=0
--FILE--
<?php
const UNREADABLE = 'bytes that cannot be read';
$folder = sys_get_temp_dir() . '/lyo-session-' . getmypid();
mkdir($folder);
file_put_contents("$folder/sess_abc", UNREADABLE);
register_shutdown_function(static function () use ($folder): void {
    echo is_file("$folder/sess_abc") && file_get_contents("$folder/sess_abc") === UNREADABLE ? 'kept' : 'lost', "\n";
    @unlink("$folder/sess_abc");
    rmdir($folder);
});
set_error_handler(static function (int $level, string $message): void {
    echo substr($message, 0, 45), "\n";
    eval('final class Closure {}');
});
ini_set('session.save_path', $folder);
session_id('abc');
session_start();
echo "not reached\n";
--EXPECT--
session_start(): Failed to decode the session
kept
