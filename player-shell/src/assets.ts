/**
 * Addresses of the built files, and their version. The build replaces these values (rollup.config.js); the
 * ones here are for tests.
 */
export const assets = {
  player: '/assets/player.js',
  tv: '/assets/tv.js',
  play: '/assets/play.js',
  tv_static_js: '/assets/tv-static.js',
  tv_static_css: '/assets/tv-static.css',
  version: 'tests',
  brand_font_woff2: '/assets/brand-font.woff2',
  text_font_woff2: '/assets/text-font.woff2',
  lamp_off: '/assets/lamp-off.svg',
  lamp_on: '/assets/lamp-on.svg',
};
