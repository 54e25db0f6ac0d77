import { readFile } from 'node:fs/promises';
import { BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import {
  EMBED_DEFAULTS,
  EMBED_HEIGHT,
  EMBED_WIDTH,
  MARQUEE_BELOW_PX,
} from '@stationhouse/platform-api/contract/stations/values';
import { describe, expect, test } from 'vitest';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the stylesheets', () => {
  test.each(['embed.css', 'facade.css'])(
    'give an embed its default size and its bounds (%s)',
    async (name) => {
      const host = /:host \{([^}]*)\}/.exec(await read(name))?.[1];
      for (const [property, px] of Object.entries({
        width: EMBED_DEFAULTS.width,
        height: EMBED_DEFAULTS.height,
        'min-width': EMBED_WIDTH.min,
        'max-width': EMBED_WIDTH.max,
        'min-height': EMBED_HEIGHT.min,
        'max-height': EMBED_HEIGHT.max,
      })) {
        expect(host).toContain(` ${property}: ${px}px;`);
      }
    },
  );

  test.each(['embed.css', 'full.css'])(
    'scroll a title only in narrow windows and without reduced motion (%s)',
    async (name) => {
      const css = (await read(name)).replace(/\/\*.*?\*\//gs, '');
      const narrow = `(width < ${MARQUEE_BELOW_PX}px)`;
      expect(css.split('animation: pass')).toHaveLength(2);
      const before = css.slice(0, css.indexOf('animation: pass'));
      const opened = before.slice(before.lastIndexOf('@media (prefers-reduced-motion'));
      const around = opened.includes(narrow) ? opened : before.slice(before.lastIndexOf('@media'));
      expect(around).toContain(narrow);
      expect(around).toContain('(prefers-reduced-motion: no-preference)');
      expect(css).toMatch(/:is\(:hover, :focus\) span \{\s*animation-play-state: paused/);
    },
  );

  test('draw an old television in the brand’s dark colours, repeated in its own sheet', async () => {
    const { background, ink, muted, primary, on_air } = BRAND_COLOURS.dark;
    const css = (await read('tv-static.css')).toUpperCase();
    for (const colour of [background, ink, muted, primary, on_air]) expect(css).toContain(colour);
  });

  test.each(['embed.css', 'full.css'])('load nothing (%s)', async (name) => {
    expect(await read(name)).not.toMatch(/url\(|@import|@font-face/);
  });
});
