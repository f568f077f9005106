<?php
/**
 * Site Health.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

/** A test in Tools > Site Health, and a section of its information. */
final class Site_Health {

	/**
	 * Adds the test.
	 *
	 * @param array<string, array<string, mixed>> $tests Tests.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public static function tests( $tests ) {
		$tests['direct']['lyo_object_cache'] = array(
			'label' => __( 'Lyo Object Cache', 'lyo-object-cache' ),
			'test'  => array( self::class, 'test' ),
		);
		return $tests;
	}

	/**
	 * The result of the test.
	 *
	 * @return array<string, mixed>
	 */
	public static function test(): array {
		$problems = Status::problems();
		$state    = Dropin::state();
		$writes   = Status::writes();
		if ( array() !== $problems ) {
			$label = __( 'The object cache of Lyo needs your attention', 'lyo-object-cache' );
		} elseif ( Dropin::OFF === $state ) {
			$label = __( 'The object cache of Lyo is off', 'lyo-object-cache' );
		} else {
			/* translators: %s: name of a format */
			$label = sprintf( __( 'The object cache of Lyo is on and stores %s', 'lyo-object-cache' ), $writes );
		}
		$sentences = array_merge( $problems, Status::hints() );
		$url       = Settings_Page::url();
		return array(
			'label'       => $label,
			'status'      => array() !== $problems || Dropin::OFF === $state ? 'recommended' : 'good',
			'badge'       => array(
				'label' => __( 'Performance', 'lyo-object-cache' ),
				'color' => 'blue',
			),
			'description' => implode( '', array_map( static fn( string $sentence ): string => '<p>' . esc_html( $sentence ) . '</p>', array() === $sentences ? array( __( 'Nothing is to be done.', 'lyo-object-cache' ) ) : $sentences ) ),
			'actions'     => '<p><a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings of Lyo Object Cache', 'lyo-object-cache' ) . '</a></p>',
			'test'        => 'lyo_object_cache',
		);
	}

	/**
	 * Adds the section. A format is that of the web server, which may have other extensions than the command line.
	 *
	 * @param array<string, array<string, mixed>> $sections Sections.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public static function information( $sections ) {
		$labels = array(
			'state'     => __( 'Drop-in', 'lyo-object-cache' ),
			'kind'      => __( 'Kind', 'lyo-object-cache' ),
			'store'     => __( 'Store', 'lyo-object-cache' ),
			'writes'    => __( 'Format that is written', 'lyo-object-cache' ),
			'sapi'      => __( 'Seen from', 'lyo-object-cache' ),
			'extension' => __( 'PHP extension lyo', 'lyo-object-cache' ),
			'igbinary'  => __( 'PHP extension igbinary', 'lyo-object-cache' ),
		);
		$fields = array();
		foreach ( Status::facts() as $name => $value ) {
			$fields[ $name ] = array(
				'label' => $labels[ $name ],
				'value' => $value,
			);
		}
		$sections['lyo-object-cache'] = array(
			'label'       => __( 'Lyo Object Cache', 'lyo-object-cache' ),
			'description' => __( 'The command line may have other PHP extensions than the web server. "wp lyo status" shows what it has.', 'lyo-object-cache' ),
			'fields'      => $fields,
		);
		return $sections;
	}
}
