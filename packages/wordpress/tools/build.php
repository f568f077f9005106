<?php
/**
 * Makes the plugin's zip: php tools/build.php [FILE]
 *
 * The zip holds the plugin and, in lib/, what it needs of the library of Lyo. The namespace of the library gets a prefix, so that a site may have
 * another version of it. The same sources give the same bytes.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin\Tools;

use RuntimeException;

/** Makes the zip. */
final class Build {

	const PREFIX = 'LyoPlugin\\';
	const NAME   = 'lyo-object-cache';
	const BRIDGE = 'Bridge/WordPress/'; // Its files are in src/ of this package.
	const FILES  = array( 'lyo-object-cache.php', 'uninstall.php', 'readme.txt', 'LICENSE', 'dropin', 'includes', 'languages' );

	/** Files that everything else is reached from; Functions/Lyo.php is what its functions need. */
	const ROOTS = array( 'Bridge/WordPress/MaybeSerializer.php', 'Bridge/WordPress/RedisObjectCache.php', 'Bridge/WordPress/object-cache.php', 'Bridge/WordPress/redis-object-cache.php', 'Bridge/Settings.php', 'Functions/Lyo.php' );

	/**
	 * Files of the library, with the prefix.
	 *
	 * @var array<string, string>
	 */
	private array $library = array();

	/**
	 * Takes two folders.
	 *
	 * @param string $package The folder of this package.
	 * @param string $source  The folder src of the library.
	 */
	public function __construct( private readonly string $package, private readonly string $source ) {}

	/** Finds the library: in the repository of Lyo, or where Composer has put it. */
	public static function make(): self {
		$package = dirname( __DIR__ );
		foreach ( array( dirname( $package, 2 ) . '/src', "$package/vendor/lyo/lyo/src" ) as $source ) {
			if ( is_file( "$source/Bridge/Packer.php" ) ) {
				return new self( $package, $source );
			}
		}
		throw new RuntimeException( 'The library of Lyo is not there: run "composer install" first.' );
	}

	/**
	 * Writes the zip.
	 *
	 * @param string $zip Its name.
	 *
	 * @return int How many files are in it.
	 */
	public function zip( string $zip ): int {
		$files = $this->files();
		$work  = sys_get_temp_dir() . '/lyo-build-' . getmypid();
		try {
			foreach ( $files as $name => $content ) {
				$file = "$work/" . self::NAME . "/$name";
				is_dir( dirname( $file ) ) || mkdir( dirname( $file ), 0755, true );
				file_put_contents( $file, $content ) === strlen( $content ) || throw new RuntimeException( "$file cannot be written." );
				chmod( $file, 0644 );
				touch( $file, 1767225600 );
			}
			is_dir( dirname( $zip ) ) || mkdir( dirname( $zip ), 0755, true );
			is_file( $zip ) && unlink( $zip );
			$real = realpath( dirname( $zip ) ) . '/' . basename( $zip );
			file_put_contents( "$work/list", implode( "\n", array_map( static fn( string $name ): string => self::NAME . "/$name", array_keys( $files ) ) ) );
			exec( 'cd ' . escapeshellarg( $work ) . ' && TZ=UTC zip -X -D -9 -q ' . escapeshellarg( $real ) . ' -@ <list 2>&1', $lines, $status );
			0 === $status || throw new RuntimeException( "zip failed:\n" . implode( "\n", $lines ) );
		} finally {
			exec( 'rm -rf ' . escapeshellarg( $work ) );
		}
		return count( $files );
	}

	/**
	 * Returns the content of all files by name.
	 *
	 * @return array<string, string>
	 */
	public function files(): array {
		$files = array();
		foreach ( self::FILES as $path ) {
			foreach ( is_dir( "$this->package/$path" ) ? glob( "$this->package/$path/*" ) : array( "$this->package/$path" ) as $file ) {
				$files[ substr( $file, strlen( $this->package ) + 1 ) ] = (string) file_get_contents( $file );
			}
		}
		foreach ( self::ROOTS as $root ) {
			$this->add( $root );
		}
		foreach ( $this->library as $name => $content ) {
			$files[ "lib/$name" ] = $content;
		}
		$files['lib/functions.php'] = $this->functions();
		ksort( $files, SORT_STRING );
		return $files;
	}

	/**
	 * Adds a file of the library, and all files that it names.
	 *
	 * @param string $name Its name.
	 */
	private function add( string $name ): void {
		$file = str_starts_with( $name, self::BRIDGE ) ? "$this->package/src/" . substr( $name, strlen( self::BRIDGE ) ) : "$this->source/$name";
		if ( isset( $this->library[ $name ] ) || ! is_file( $file ) ) {
			return;
		}
		$code                   = (string) file_get_contents( $file );
		$this->library[ $name ] = self::prefixed( $code );
		$folder                 = dirname( $name );
		foreach ( token_get_all( $code ) as $token ) {
			if ( ! is_array( $token ) || ! in_array( $token[0], array( T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED ), true ) ) {
				continue;
			}
			$class = ltrim( $token[1], '\\' );
			$file  = strtr( $class, '\\', '/' ) . '.php';
			$this->add( str_starts_with( $class, 'Lyo\\' ) ? substr( $file, 4 ) : ( '.' === $folder ? $file : "$folder/$file" ) );
			if ( preg_match( '/^lyo_(serialize|unserialize|is_serialized|train_dictionary)$/', $class ) === 1 && T_STRING === $token[0] && 'Codec' !== $folder ) {
				throw new RuntimeException( "$name calls $class(), which only files in Codec may do: their namespace has the function." );
			}
		}
	}

	/**
	 * Puts the prefix before each name of the library. Exceptions keep their names, because the extension throws them.
	 *
	 * @param string $code PHP code.
	 */
	private static function prefixed( string $code ): string {
		$result   = '';
		$previous = null;
		foreach ( token_get_all( $code ) as $token ) {
			$text = is_array( $token ) ? $token[1] : $token;
			if ( is_array( $token ) ) {
				$text = match ( true ) {
					preg_match( '/^\\\\?Lyo\\\\Exception(?:\\\\|$)/', $text ) === 1 => $text,
					T_NAME_QUALIFIED === $token[0] && str_starts_with( $text, 'Lyo\\' ) => self::PREFIX . $text,
					T_NAME_FULLY_QUALIFIED === $token[0] && str_starts_with( $text, '\\Lyo\\' ) => '\\' . self::PREFIX . substr( $text, 1 ),
					T_STRING === $token[0] && 'Lyo' === $text && T_NAMESPACE === $previous => self::PREFIX . $text,
					T_CONSTANT_ENCAPSED_STRING === $token[0] => strtr( $text, array( 'Lyo\\\\' => 'LyoPlugin\\\\Lyo\\\\' ) ),
					default => $text,
				};
				$previous = T_WHITESPACE === $token[0] ? $previous : $token[0];
			} else {
				$previous = null;
			}
			$result .= $text;
		}
		return $result;
	}

	/**
	 * The functions that stand in for the extension. They are in the namespace of the code that calls them, and not global: the site may have them
	 * from a library of its own.
	 */
	private function functions(): string {
		$code = self::prefixed( (string) file_get_contents( "$this->source/functions.php" ) );
		$code = str_replace( "declare(strict_types=1);\n", "declare(strict_types=1);\n\nnamespace " . self::PREFIX . "Lyo\\Codec;\n\nuse SensitiveParameter;\n", $code, $count );
		1 === $count || throw new RuntimeException( 'functions.php of the library is another one.' );
		return $code;
	}
}

if ( isset( $argv ) && realpath( $argv[0] ) === __FILE__ ) {
	$zip   = $argv[1] ?? dirname( __DIR__ ) . '/build/' . Build::NAME . '.zip';
	$count = Build::make()->zip( $zip );
	printf( "%s: %d files, %d bytes, SHA-256 %s\n", $zip, $count, filesize( $zip ), hash_file( 'sha256', $zip ) );
}
