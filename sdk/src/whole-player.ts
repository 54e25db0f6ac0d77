/**
 * Where the loader finds the whole player, and by what hash the browser knows it. The build puts the real
 * ones in their place (rollup.config.js); as they stand here they serve the tests.
 */
export const PLAYER_PATH = '/sdk/0.0.0/station-player-0.js';
export const PLAYER_INTEGRITY = 'sha384-0';
