/**
 * Listeners of our own streams in one process, unless configured otherwise: twice what one core was measured to carry
 * at ease.
 */
export const DEFAULT_MAX_LISTENERS = 8_000;

/**
 * Anonymous event streams, and listeners of our own streams, that one address may have open in one process.
 * An address is an IPv4 address or an IPv6 /64. The number leaves room for a chain of several hundred shops
 * behind one gateway, or a carrier's NAT.
 */
export const MAX_STREAMS_PER_ADDRESS = 500;

/** Session refresh: a tick in seconds, remaining ticks at which it refreshes, first retry in ms (§9). */
export const SESSION_TICK_SECONDS = 30;
export const SESSION_REFRESH_TICKS = 3;
export const SESSION_RETRY_MS = 200;

/**
 * Our own streams, in seconds: how far behind the clock a listener starts, which is what Chromium needs
 * to play without gaps (measured), and the earliest start that `from` can request.
 */
export const LISTENER_START_SECONDS = 5;
export const LISTENER_FURTHEST_SECONDS = 30;

/**
 * HLS of our own streams: units of 192 ms in a segment (5.76 s), segments in a playlist (57.6 s, of which players
 * keep three in hand), and how far back segments are served, in seconds.
 */
export const HLS_SEGMENT_UNITS = 30;
export const HLS_SEGMENTS_LISTED = 10;
export const HLS_BACK_SECONDS = 600;

/** The space on a replica's disk for prepared sound, in megabytes, unless the operator says otherwise. */
export const DEFAULT_SOUND_CACHE_MEGABYTES = 2_000;

/** Our own sound is divided into units of this length, in ms; one of MP3 128 has so many bytes. */
export const STREAM_UNIT_MS = 192;
export const STREAM_UNIT_BYTES = 3_072;
/** The longest piece of the programme that a location player keeps, in units: 28.8 s. */
export const RESERVE_PIECE_UNITS = 150;
