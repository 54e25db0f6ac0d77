/**
 * Addresses of the built files, and a name for the version that they are. The build replaces these with
 * the real, hashed ones (rollup.config.js); as they stand here they serve the tests.
 */
export const assets = {
  player: '/assets/player.js',
  tv: '/assets/tv.js',
  tv_static_js: '/assets/tv-static.js',
  tv_static_css: '/assets/tv-static.css',
  version: 'tests',
  lamp_off: '/assets/lamp-off.svg',
  lamp_on: '/assets/lamp-on.svg',
};
