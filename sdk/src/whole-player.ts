/**
 * The player's address and hash, for the loader. The build replaces these values (rollup.config.js); the
 * ones here are for tests.
 */
export const PLAYER_PATH = '/sdk/0.0.0/station-player-0.js';
export const PLAYER_INTEGRITY = 'sha384-0';
