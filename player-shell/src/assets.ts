/**
 * Addresses of the built files. The build replaces these with the real, hashed ones
 * (rollup.config.js); as they stand here they serve the tests.
 */
export const assets = {
  player: '/assets/player.js',
  lamp_off: '/assets/lamp-off.svg',
  lamp_on: '/assets/lamp-on.svg',
};
